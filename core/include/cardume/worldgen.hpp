#pragma once

// Everything that makes worlds from a seed.
#include <cardume/caves.hpp>
#include <cardume/cellular.hpp>
#include <cardume/landscape.hpp>
#include <cardume/lsystem.hpp>
#include <cardume/noise.hpp>
#include <cardume/random.hpp>
#include <cardume/recipe.hpp>
#include <cardume/samples.hpp>
#include <cardume/wfc.hpp>
