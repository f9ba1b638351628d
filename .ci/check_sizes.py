#!/usr/bin/env python3
"""Fails on what is too long to be read in one go: a function over 60 lines, a file over 400, a struct over 12 fields."""
import collections
import json
import subprocess
import sys

from sources import ROOT, cpp_files, files, name

FUNCTION_LINES = 60
FILE_LINES = 400
STRUCT_FIELDS = 12
TEXT = {".hpp", ".cpp", ".h", ".c", ".in", ".py", ".sh", ".cmake"}


def tags(paths):
    """What ctags finds, as dictionaries."""
    # `.cpp.in` is not C++ to ctags until told so, and GoogleTest's macros open functions that it cannot see.
    command = ["ctags", "--output-format=json", "--fields=+neKsS", "--kinds-C++=fsm", "--kinds-C=fsm",
               "--language-force=C++", "-D", "TEST(a,b)=void a##b()", "-D", "TEST_F(a,b)=void a##b()",
               "-D", "TEST_P(a,b)=void a##b()", "-f", "-", "-L", "-"]
    listing = "\n".join(str(path) for path in paths)
    output = subprocess.run(command, input=listing, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def long_files():
    for path in files():
        if path.suffix in TEXT or path.name == "CMakeLists.txt":
            lines = path.read_text(encoding="utf-8").count("\n")
            if lines > FILE_LINES:
                yield f"{name(path)}: {lines} lines, at most {FILE_LINES}"


def place(tag):
    return f"{tag['path'].removeprefix(str(ROOT) + '/')}:{tag['line']}"


def long_functions(found):
    for tag in found:
        lines = tag.get("end", tag["line"]) - tag["line"] + 1
        if tag["kind"] == "function" and lines > FUNCTION_LINES:
            yield f"{place(tag)}: {tag['name']} has {lines} lines, at most {FUNCTION_LINES}"


def wide_structs(found):
    fields = collections.Counter()
    first = {}
    for tag in found:
        constant = tag["name"].startswith("k") and tag["name"][1:2].isupper()
        described = "/include/" in tag["path"] or "/simd/" in tag["path"]
        if tag["kind"] == "member" and tag.get("scopeKind") == "struct" and described and not constant:
            owner = (tag["path"], tag["scope"])
            fields[owner] += 1
            first.setdefault(owner, tag)
    for owner, count in fields.items():
        if count > STRUCT_FIELDS:
            yield f"{place(first[owner])}: {owner[1]} has {count} fields, at most {STRUCT_FIELDS}: group them by owner"


found = tags(cpp_files())
bad = [*long_files(), *long_functions(found), *wide_structs(found)]
print("\n".join(bad), end="\n" if bad else "")
sys.exit(bool(bad))
