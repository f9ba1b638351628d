#pragma once

/// Marks what a shared library of Cardume shows to its users; everything else in it is hidden.
#define CARDUME_EXPORT __attribute__((visibility("default")))
