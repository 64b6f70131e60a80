#!/usr/bin/env python3
"""Checks stores of Core Data and SwiftData against Core Data's rules, and lays out models by them.

    core_data_rules.py check STORE...     compare tables, indexes and rows with the store's own model
    core_data_rules.py read STORE FILE    compare a store's tables and objects with the "model" and "objects" of a JSON file
    core_data_rules.py model STORE        print the store's model as JSON
    core_data_rules.py ddl MODEL.json     print the statements of a model ("-" reads standard input)
    core_data_rules.py ddl --lines FILE   one model on each line; prints a JSON object with its statements for each

It is independent of the Swift sources: its rules come from stores that Apple's frameworks made (README.md).
"""

import collections
import itertools
import json
import re
import sys

from layout import Layout
from model_cache import open_store, read_model
from model_json import model_from_json, model_to_json
from objects import read_objects
from rows import check_rows

# Objects that are no part of a model: CloudKit's mirror, R-trees, and what Photos adds for itself.
OTHER_OBJECTS = re.compile(r"(ANSCK|Z_RT_|RADAR_|sqlite_)")


def store_statements(connection):
    rows = connection.execute(
        "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL ORDER BY rowid")
    return [sql for name, sql in rows if not OTHER_OBJECTS.match(name)]


def without_predicate(statement):
    return statement.split(" WHERE ")[0]


def read(path, file):
    with open(file, encoding="utf-8") as document:
        expected = json.load(document)
    model = model_from_json(expected["model"])
    status = check(path, model)
    objects = read_objects(open_store(path), path, model, Layout(model))
    for left, right in itertools.zip_longest(objects, expected["objects"]):
        if left != right:
            print(f"    - {json.dumps(left, sort_keys=True)}\n    + {json.dumps(right, sort_keys=True)}")
            status = 1
    print(f"{path}: {len(objects)} objects, {'equal' if status == 0 else 'with differences'}")
    return status


def check(path, model=None):
    connection = open_store(path)
    model = model or read_model(connection)
    if model is None:
        print(f"{path}: no model cache")
        return 1
    layout = Layout(model)
    expected = layout.statements()
    actual = store_statements(connection)
    if any(statement.startswith("CREATE TABLE ACHANGE") for statement in actual):
        expected += layout.history_statements()
    differences = []
    in_store = collections.Counter(map(without_predicate, actual))
    by_rules = collections.Counter(map(without_predicate, expected))
    differences += [f"- {statement}" for statement in (in_store - by_rules).elements()]
    differences += [f"+ {statement}" for statement in (by_rules - in_store).elements()]
    stored = [row for row in connection.execute("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT")
              if row[0] < 16000]
    if stored != layout.primary_keys():
        pairs = zip(stored, layout.primary_keys())
        differences += [f"Z_PRIMARYKEY: {left} in the store, {right} by the rules" for left, right in pairs
                        if left != right]
    findings, external = check_rows(connection, model, layout)
    same_order = [*map(without_predicate, actual)] == [*map(without_predicate, expected)]
    verdict = "equal" if not differences else f"{len(differences)} differences"
    order = "" if differences or same_order else ", in another order"
    print(f"{path}: {len(actual)} statements, {verdict}{order}; {len(findings)} findings in rows")
    for line in differences + sorted(set(findings)):
        print(f"    {line}")
    for column, (sizes, references) in external.items():
        print(f"    {column}: {len(sizes)} values inline, up to {max(sizes, default=0)} bytes; "
              f"{len(references)} references")
    for note in layout.undetermined:
        print(f"    not shown by a store: {note}")
    return 1 if differences or findings else 0


def print_ddl(document):
    layout = Layout(model_from_json(document))
    for statement in layout.statements() + layout.history_statements():
        print(f"{statement};")
    for number, name, above in layout.primary_keys():
        print(f"INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES({number}, '{name}', {above}, 0);")
    for note in layout.undetermined:
        print(f"not shown by a store: {note}", file=sys.stderr)


def main(arguments):
    if len(arguments) >= 2 and arguments[0] == "check":
        return max([check(path) for path in arguments[1:]])
    if len(arguments) == 3 and arguments[0] == "read":
        return read(arguments[1], arguments[2])
    if len(arguments) == 2 and arguments[0] == "model":
        print(json.dumps(model_to_json(read_model(open_store(arguments[1]))), indent=2))
        return 0
    if len(arguments) == 3 and arguments[:2] == ["ddl", "--lines"]:
        lines = sys.stdin if arguments[2] == "-" else open(arguments[2])
        for line in lines:
            layout = Layout(model_from_json(json.loads(line)))
            print(json.dumps({
                "statements": layout.statements(),
                "historyStatements": layout.history_statements(),
                "primaryKeys": layout.primary_keys(),
                "undetermined": layout.undetermined,
            }))
        return 0
    if len(arguments) == 2 and arguments[0] == "ddl":
        print_ddl(json.load(sys.stdin if arguments[1] == "-" else open(arguments[1])))
        return 0
    print(__doc__, file=sys.stderr)
    return 64


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
