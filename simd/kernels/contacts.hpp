#pragma once
#include "simd/kernels.hpp"
#include "simd/lanes.hpp"

namespace cardume::simd {
namespace {

template <class Arch, int Dim>
void find_contacts(const ContactArgs&) {}

template <class Arch, int Dim>
void push_apart(const ContactArgs&) {}

}  // namespace
}  // namespace cardume::simd
