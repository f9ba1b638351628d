#pragma once
#include <cstdint>
#include <xsimd/xsimd.hpp>

#ifdef __FAST_MATH__
#error "fast-math breaks the promise of equal results: build Cardume without it"
#endif

// The operations that kernels are written in, the same for every instruction set and exact on each: add, subtract,
// multiply, divide, square root, compare, convert. No estimates, no reductions over lanes, no minimum of unordered or
// of signed zeros: that is what makes results equal bit for bit everywhere. Included by kernels only; the unnamed
// namespace keeps code built for one instruction set from being linked into another.
namespace cardume::simd {
namespace {

/// A tag beside xsimd's: one agent at a time in plain C++, the yardstick for all others.
struct ScalarArch {};

/// The types of a batch: agents worked on at once, their integers and their truth values.
template <class Arch>
struct Lanes {
  using Float = xsimd::batch<float, Arch>;
  using Int = xsimd::batch<std::int32_t, Arch>;
  using Mask = xsimd::batch_bool<float, Arch>;
  static constexpr std::uint32_t kCount = Float::size;
};

template <>
struct Lanes<ScalarArch> {
  using Float = float;
  using Int = std::int32_t;
  using Mask = bool;
  static constexpr std::uint32_t kCount = 1;
};

template <class T>
T load(const T* from, ScalarArch) {
  T value;
  __builtin_memcpy(&value, from, sizeof value);  // Columns of other types are hashed as integers.
  return value;
}
inline void save(float* to, float value) { *to = value; }
inline void save(std::int32_t* to, std::int32_t value) { *to = value; }
inline float divide(float a, float b) { return a / b; }
inline float square_root(float a) { return __builtin_sqrtf(a); }
inline float keep(bool mask, float a) { return mask ? a : 0.f; }
inline float select(bool mask, float a, float b) { return mask ? a : b; }
inline float least(float a, float b) { return a < b ? a : b; }
inline float greatest(float a, float b) { return a < b ? b : a; }
inline bool mask_for_sums(bool mask) { return mask; }
inline float add_kept(float sum, bool mask, float a) { return sum + keep(mask, a); }
inline bool both(bool a, bool b) { return a && b; }
inline bool either(bool a, bool b) { return a || b; }
inline bool none_of(bool a) { return !a; }
inline bool any(bool a) { return a; }
inline std::uint32_t lane_bits(bool a) { return a; }
inline std::int32_t truncate(float a) { return static_cast<std::int32_t>(a); }
inline float to_float(std::int32_t a) { return static_cast<float>(a); }
inline std::int32_t bits(float a) { return __builtin_bit_cast(std::int32_t, a); }
inline float from_bits(std::int32_t a) { return __builtin_bit_cast(float, a); }
inline std::int32_t shift_left(std::int32_t a, int by) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) << by);
}
inline std::int32_t shift_right(std::int32_t a, int by) { return a >> by; }
inline std::int32_t multiply(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b));
}
inline std::int32_t add_wrapped(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}
inline bool equal(std::int32_t a, std::int32_t b) { return a == b; }
inline bool differ(float a, float b) { return a != b; }

template <class T, class Arch>
xsimd::batch<T, Arch> load(const T* from, Arch) {
  return xsimd::batch<T, Arch>::load_unaligned(from);
}

template <class T, class Arch>
void save(T* to, xsimd::batch<T, Arch> value) {
  value.store_unaligned(to);
}

/// Correctly rounded. xsimd 8.1 approximates it on 64-bit ARM.
template <class Arch>
xsimd::batch<float, Arch> divide(xsimd::batch<float, Arch> a, xsimd::batch<float, Arch> b) {
#if defined(__aarch64__)
  return vdivq_f32(a, b);
#else
  return a / b;
#endif
}

/// Correctly rounded. xsimd 8.1 approximates it on 64-bit ARM.
template <class Arch>
xsimd::batch<float, Arch> square_root(xsimd::batch<float, Arch> a) {
#if defined(__aarch64__)
  return vsqrtq_f32(a);
#else
  return xsimd::sqrt(a);
#endif
}

template <class Arch>
xsimd::batch<float, Arch> select(xsimd::batch_bool<float, Arch> mask, xsimd::batch<float, Arch> a,
                                 xsimd::batch<float, Arch> b) {
  return xsimd::select(mask, a, b);
}

/// `a` where the mask is true, +0 elsewhere. A mask that is a vector of bits is cheaper to apply than to select by.
template <class Arch>
xsimd::batch<float, Arch> keep(xsimd::batch_bool<float, Arch> mask, xsimd::batch<float, Arch> a) {
  using Float = xsimd::batch<float, Arch>;
  using Register = typename Float::register_type;
  if constexpr (__is_same(typename xsimd::batch_bool<float, Arch>::register_type, Register))
    return Float(static_cast<Register>(mask)) & a;
  else
    return xsimd::select(mask, a, Float(0.f));
}

/// A mask as add_kept() takes it.
template <class Arch>
auto mask_for_sums(xsimd::batch_bool<float, Arch> mask) {
  return mask;
}

/// `sum`, plus `a` where the mask is true; neither is infinite or no number, and the sum is not -0.
template <class Arch>
xsimd::batch<float, Arch> add_kept(xsimd::batch<float, Arch> sum, xsimd::batch_bool<float, Arch> mask,
                                   xsimd::batch<float, Arch> a) {
  return sum + keep(mask, a);
}

#if defined(__FMA__) && defined(__AVX2__) && !defined(__AVX512F__)
// A number times 1 or 0 is exact, so to multiply and add at once rounds once where to add does, and is one operation
// instead of two.
inline xsimd::batch<float, xsimd::avx2> mask_for_sums(xsimd::batch_bool<float, xsimd::avx2> mask) {
  return keep(mask, xsimd::batch<float, xsimd::avx2>(1.f));
}
inline xsimd::batch<float, xsimd::avx2> add_kept(xsimd::batch<float, xsimd::avx2> sum,
                                                 xsimd::batch<float, xsimd::avx2> mask,
                                                 xsimd::batch<float, xsimd::avx2> a) {
  return _mm256_fmadd_ps(mask, a, sum);
}
#endif

/// Of numbers of which none is unordered or -0.
template <class Arch>
xsimd::batch<float, Arch> least(xsimd::batch<float, Arch> a, xsimd::batch<float, Arch> b) {
  return xsimd::min(a, b);
}

/// Likewise.
template <class Arch>
xsimd::batch<float, Arch> greatest(xsimd::batch<float, Arch> a, xsimd::batch<float, Arch> b) {
  return xsimd::max(a, b);
}

template <class Arch>
xsimd::batch_bool<float, Arch> both(xsimd::batch_bool<float, Arch> a, xsimd::batch_bool<float, Arch> b) {
  return a & b;
}

template <class Arch>
xsimd::batch_bool<float, Arch> either(xsimd::batch_bool<float, Arch> a, xsimd::batch_bool<float, Arch> b) {
  return a | b;
}

template <class Arch>
xsimd::batch_bool<float, Arch> none_of(xsimd::batch_bool<float, Arch> a) {
  return !a;
}

template <class Arch>
bool any(xsimd::batch_bool<float, Arch> mask) {
  return xsimd::any(mask);
}

#if defined(__AVX2__)
/// xsimd's own takes an instruction more, and rules ask this of every candidate.
inline bool any(xsimd::batch_bool<float, xsimd::avx2> mask) { return _mm256_movemask_ps(mask) != 0; }
#endif

/// A bit for each lane, the first one lowest.
template <class Arch>
std::uint32_t lane_bits(xsimd::batch_bool<float, Arch> mask) {
  float ones[Lanes<Arch>::kCount];
  save(ones, keep(mask, xsimd::batch<float, Arch>(1.f)));
  std::uint32_t set = 0;
  for (std::uint32_t lane = 0; lane < Lanes<Arch>::kCount; ++lane)
    set |= static_cast<std::uint32_t>(ones[lane] != 0.f) << lane;
  return set;
}

#if defined(__SSE2__)
inline std::uint32_t lane_bits(xsimd::batch_bool<float, xsimd::sse2> mask) {
  return static_cast<std::uint32_t>(_mm_movemask_ps(mask));
}
#endif

#if defined(__AVX2__)
inline std::uint32_t lane_bits(xsimd::batch_bool<float, xsimd::avx2> mask) {
  return static_cast<std::uint32_t>(_mm256_movemask_ps(mask));
}
#endif

#if defined(__AVX512F__)
inline std::uint32_t lane_bits(xsimd::batch_bool<float, xsimd::avx512bw> mask) {
  return static_cast<std::uint32_t>(static_cast<__mmask16>(mask));
}
#endif

/// Toward zero. The value must fit.
template <class Arch>
xsimd::batch<std::int32_t, Arch> truncate(xsimd::batch<float, Arch> a) {
  return xsimd::to_int(a);
}

template <class Arch>
xsimd::batch<float, Arch> to_float(xsimd::batch<std::int32_t, Arch> a) {
  return xsimd::to_float(a);
}

template <class Arch>
xsimd::batch<std::int32_t, Arch> bits(xsimd::batch<float, Arch> a) {
  return xsimd::bitwise_cast<xsimd::batch<std::int32_t, Arch>>(a);
}

template <class Arch>
xsimd::batch<float, Arch> from_bits(xsimd::batch<std::int32_t, Arch> a) {
  return xsimd::bitwise_cast<xsimd::batch<float, Arch>>(a);
}

template <class Arch>
xsimd::batch<std::int32_t, Arch> shift_left(xsimd::batch<std::int32_t, Arch> a, int by) {
  return a << by;
}

/// Arithmetic: the sign bit fills in.
template <class Arch>
xsimd::batch<std::int32_t, Arch> shift_right(xsimd::batch<std::int32_t, Arch> a, int by) {
  return a >> by;
}

/// Wraps around, so it goes through unsigned numbers: where there is no instruction, xsimd multiplies lane by lane.
template <class Arch>
xsimd::batch<std::int32_t, Arch> multiply(xsimd::batch<std::int32_t, Arch> a, xsimd::batch<std::int32_t, Arch> b) {
  using Unsigned = xsimd::batch<std::uint32_t, Arch>;
  const Unsigned product = xsimd::bitwise_cast<Unsigned>(a) * xsimd::bitwise_cast<Unsigned>(b);
  return xsimd::bitwise_cast<xsimd::batch<std::int32_t, Arch>>(product);
}

template <class Arch>
xsimd::batch<std::int32_t, Arch> add_wrapped(xsimd::batch<std::int32_t, Arch> a, xsimd::batch<std::int32_t, Arch> b) {
  return a + b;
}

template <class Arch>
xsimd::batch_bool<float, Arch> equal(xsimd::batch<std::int32_t, Arch> a, xsimd::batch<std::int32_t, Arch> b) {
  return xsimd::bool_cast(a == b);
}

template <class Arch>
xsimd::batch_bool<float, Arch> differ(xsimd::batch<float, Arch> a, xsimd::batch<float, Arch> b) {
  return a != b;
}

/// table[index[lane]] for every lane. Tables are small or close at hand, so plain loads do.
template <class Index, class Arch>
typename Lanes<Arch>::Float look_up(const float* table, const Index* index, Arch arch) {
  float values[Lanes<Arch>::kCount];
  for (std::uint32_t lane = 0; lane < Lanes<Arch>::kCount; ++lane) values[lane] = table[index[lane]];
  return load(values, arch);
}

/// 0, 1, 2... by lane.
template <class Arch>
typename Lanes<Arch>::Int lane_numbers(Arch arch) {
  std::int32_t numbers[Lanes<Arch>::kCount];
  for (std::uint32_t lane = 0; lane < Lanes<Arch>::kCount; ++lane) numbers[lane] = static_cast<std::int32_t>(lane);
  return load(numbers, arch);
}

}  // namespace
}  // namespace cardume::simd
