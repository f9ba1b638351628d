#pragma once
#include <gtest/gtest.h>

#include <cctype>
#include <cstddef>
#include <ostream>
#include <string>

namespace cardume {

/// A real map and how many queries come with it.
struct QueriedMap {
  const char* name;
  std::size_t queries;
};

/// Keeps addresses out of the names of the tests.
inline void PrintTo(const QueriedMap& map, std::ostream* stream) { *stream << map.name; }

inline auto queried_maps() {
  return ::testing::Values(QueriedMap{"arena.map", 160}, QueriedMap{"den520d.map", 888},
                           QueriedMap{"Aftershock.map", 1810}, QueriedMap{"Berlin_1_256.map", 910},
                           QueriedMap{"maze512-8-0.map", 6090}, QueriedMap{"random512-35-0.map", 2150},
                           QueriedMap{"16room_000.map", 1860});
}

inline std::string name_of(const ::testing::TestParamInfo<QueriedMap>& query) {
  std::string name = query.param.name;
  std::erase_if(name, [](unsigned char letter) { return std::isalnum(letter) == 0; });
  return name;
}

}  // namespace cardume
