#!/usr/bin/env python3
"""Fails on an include that crosses the house in the wrong direction, and on an instruction set named outside simd/."""
import re
import sys

from sources import cpp_files, name

# Folder -> the folders whose private headers, quoted from the root, it may include.
PRIVATE = {
    "simd": {"simd"},
    "scheduler": {"scheduler"},
    "core": {"core", "simd/kernels.hpp", "simd/worldgen_kernels.hpp"},
    "tools": {"tools", "bench/peers", "bench/workloads"},
    "bench": {"bench", "tools/perf", "tools/scenario", "simd/kernels.hpp", "core/fields", "core/worldgen", "core/space/pair_census.hpp", "core/tick/rules.cpp"},
    "tests": {"tests", "bench", "tools", "core", "simd", "scheduler"},
}
# Folder -> the public headers, angled, that it may include: "cardume/" is all of them.
PUBLIC = {
    "simd": set(),
    "scheduler": {"cardume/scheduler.hpp", "cardume/profile.hpp", "cardume/export.hpp"},
    "core": {"cardume/"},
    "tools": {"cardume/"},
    "bench": {"cardume/"},
    "tests": {"cardume/"},
}
# Start of a library's headers -> the files and folders that may include it.
LIBRARY = {
    "xsimd/": {"simd"},
    "tbb/": {"scheduler/tbb_scheduler.cpp", "tests"},
    "oneapi/": {"scheduler/tbb_scheduler.cpp", "tests"},
    "Eigen/": {"core", "tools", "tests", "bench"},
    "toml++/": {"tools/scenario"},
    "CLI/": {"tools"},
    "nlohmann/": {"tools", "tests", "bench"},
    "fmt/": {"tools", "bench", "tests"},
    "png.h": {"tools/scenario"},
    "pugixml.hpp": {"tools/scenario", "tests/tools"},
    "zlib.h": {"tools/scenario", "tests/tools"},
    "zstd.h": {"tools/scenario", "tests/tools"},
    "gtest/": {"tests"},
    "gmock/": {"tests"},
    "benchmark/": {"bench"},
    "libnoise/": {"bench/peers"},
    "box2d/": {"bench/peers"},
    "recastnavigation/": {"bench/peers"},
    "nanoflann.hpp": {"bench/peers"},
}
PUBLIC_ROOTS = ("core/include/", "scheduler/include/")
INSTRUCTION_SETS = re.compile(
    r"\b(?:_mm\d*_\w+|__m(?:128|256|512)\w*|__AVX\w*|__SSE\w*|__ARM_NEON\w*|v\w+q_f32|(?:\w*(?:avx|neon|sse[234])\w*))\b",
    re.IGNORECASE)
INTRINSICS = re.compile(r"(?:.*intrin|arm_neon|arm_sve)\.h$")
INCLUDE = re.compile(r'\s*#\s*include\s+(["<])([^">]+)[">]')
COMMENT_OR_STRING = re.compile(r'//.*|"(?:\\.|[^"\\])*"')


def within(path, places):
    return any(path == place or path.startswith(place.rstrip("/") + "/") for place in places)


def include_fault(file, folder, quote, target):
    public = file.startswith(PUBLIC_ROOTS)
    if INTRINSICS.match(target):
        return folder != "simd" and "intrinsics belong in simd/"
    if quote == '"':
        if public:
            return "a public header includes public headers and std only"
        if target.endswith(".inc"):  # Generated into the build folder.
            return False
        if "/" not in target:
            return "write private includes from the root"
        return not within(target, PRIVATE[folder]) and f"{folder} may not include it"
    if target.startswith("cardume/"):
        return not within(target, PUBLIC[folder]) and f"{folder} may not include it"
    for library, places in LIBRARY.items():
        if target.startswith(library):
            if public:
                return "a public header includes public headers and std only"
            return not within(file, places) and f"only in {', '.join(sorted(places))}"
    return public and ("/" in target or "." in target) and "a public header includes public headers and std only"


def faults(path):
    file = name(path)
    folder = file.split("/")[0]
    if folder not in PRIVATE or file.startswith("tests/package/"):
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if match := INCLUDE.match(line):
            if fault := include_fault(file, folder, *match.groups()):
                yield f"{file}:{number}: {match.group(2)}: {fault}"
        elif folder in {"core", "scheduler", "tools"}:
            if found := INSTRUCTION_SETS.search(COMMENT_OR_STRING.sub("", line)):
                yield f"{file}:{number}: {found.group()}: instruction sets are named in simd/ only"


bad = [fault for path in cpp_files() for fault in faults(path)]
print("\n".join(bad), end="\n" if bad else "")
sys.exit(bool(bad))
