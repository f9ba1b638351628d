#pragma once

// Everything that makes worlds from a seed.
#include <cardume/caves.hpp>
#include <cardume/cellular.hpp>
#include <cardume/lsystem.hpp>
#include <cardume/noise.hpp>
#include <cardume/random.hpp>
#include <cardume/samples.hpp>
