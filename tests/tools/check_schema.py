#!/usr/bin/env python3
"""Validates JSON files against a schema, and the schema itself: check_schema.py SCHEMA FILE..."""
import json
import sys

try:
    import jsonschema
except ImportError:
    print("check_schema.py: skipped, python3-jsonschema is not installed")
    sys.exit(77)


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


if len(sys.argv) < 3:
    sys.exit("usage: check_schema.py SCHEMA FILE...")
schema = load(sys.argv[1])
validator = getattr(jsonschema, "Draft202012Validator", jsonschema.Draft7Validator)
validator.check_schema(schema)
faults = 0
for path in sys.argv[2:]:
    for error in validator(schema).iter_errors(load(path)):
        print(f"{path}: {'/'.join(map(str, error.absolute_path)) or '(root)'}: {error.message}")
        faults += 1
sys.exit(faults > 0)
