#!/usr/bin/env python3
"""Compares the layouts of random models with those that `StoreLayout` derives from the same models.

    compare.py PROGRAM [--models N] [--seed N]

PROGRAM is LayoutLines, which `make rules` builds. A model whose layout depends on a rule that no
store shows is counted, but not compared.
"""

import argparse
import json
import random
import subprocess
import sys

from layout import Layout
from model_json import model_from_json

SCALARS = ["integer16", "integer32", "integer64", "boolean", "double", "float", "decimal", "string", "date", "binary",
           "uuid", "uri", "transformable"]
# Few names, so that many clash; the case matters for their order.
NAMES = ["id", "name", "size", "importedBy", "importSession", "kind", "zone", "alpha", "Beta", "label", "note", "at"]
ENTITIES = ["Item", "Author", "Shelf", "ComputedAsset", "ComputeSync", "Tag", "Zebra", "apple"]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, share):
        return self.random.random() < share

    def model(self):
        names = self.random.sample(ENTITIES, self.random.randint(1, 6))
        entities = {name: {"name": name, "attributes": [], "relationships": []} for name in names}
        for position, name in enumerate(names):
            if position and self.chance(0.25):
                entities[name]["superentity"] = self.random.choice(names[:position])
        for entity in entities.values():
            taken = self.inherited_names(entities, entity)
            for name in self.random.sample(NAMES, self.random.randint(0, 7)):
                if name not in taken:
                    entity["attributes"].append(self.attribute(name))
        self.relate(entities)
        for entity in entities.values():
            self.constrain(entity)
        return {"versionIdentifiers": ["1.0.0"], "entities": list(entities.values())}

    def inherited_names(self, entities, entity):
        names, above = set(), entity.get("superentity")
        while above:
            names |= {attribute["name"] for attribute in entities[above]["attributes"]}
            above = entities[above].get("superentity")
        return names

    def attribute(self, name):
        optional = self.chance(0.4)
        kind = self.random.random()
        if kind < 0.15:
            parts = self.random.sample(NAMES, self.random.randint(1, 4))
            if parts != [name]:
                elements = [{"name": part, "type": self.random.choice(SCALARS[:-1]), "optional": True} for part in parts]
                return {"name": name, "type": "composite", "optional": optional, "elements": elements}
        if kind < 0.25:
            raw = {"name": name, "type": self.random.choice(["string", "integer64"]), "optional": True}
            return {"name": name, "type": "composite", "optional": optional, "enumeration": True, "elements": [raw]}
        if kind < 0.32:
            cases = self.random.sample(NAMES, self.random.randint(2, 4))
            elements = [{"name": case, "type": "string", "optional": True} for case in cases]
            return {"name": name, "type": "composite", "optional": optional, "enumeration": True, "cases": cases,
                    "elements": elements}
        return {"name": name, "type": self.random.choice(SCALARS), "optional": optional}

    def relate(self, entities):
        names = list(entities)
        for number in range(self.random.randint(0, 6)):
            one, other = entities[self.random.choice(names)], entities[self.random.choice(names)]
            there, back = f"rel{number}", f"{self.random.choice('aZm')}back{number}"
            to_many = self.chance(0.6)
            there = {"name": there, "destination": other["name"], "toMany": to_many, "optional": True}
            one["relationships"].append(there)
            if self.chance(0.75):
                there["inverse"] = back
                other["relationships"].append({
                    "name": back, "destination": one["name"], "toMany": self.chance(0.5), "optional": True,
                    "inverse": there["name"]})

    def constrain(self, entity):
        plain = [attribute["name"] for attribute in entity["attributes"] if attribute["type"] != "composite"]
        if plain and self.chance(0.4):
            entity["uniqueness"] = [self.random.sample(plain, self.random.randint(1, min(2, len(plain))))]
        if plain and self.chance(0.3):
            chosen = self.random.sample(plain, self.random.randint(1, min(3, len(plain))))
            entity["indexes"] = [{"name": "SwiftDataIndexOnBinary" + "".join(chosen),
                                  "elements": [{"property": name} for name in chosen]}]


def document(model):
    """The same model as `model.json`: canonical JSON without keys that have their default value."""
    entities = sorted((entity_document(entity) for entity in model["entities"]), key=lambda entity: entity["name"])
    return json.dumps({"entities": entities, "format": 1, "version": "1.0.0"}, sort_keys=True, ensure_ascii=False,
                      separators=(",", ":"))


def entity_document(entity):
    by_name = {"key": lambda property: property["name"]}
    result = {"name": entity["name"]}
    if entity.get("superentity"):
        result["superentity"] = entity["superentity"]
    if entity["attributes"]:
        result["attributes"] = sorted(map(attribute_document, entity["attributes"]), **by_name)
    if entity["relationships"]:
        result["relationships"] = sorted(map(relationship_document, entity["relationships"]), **by_name)
    if entity.get("uniqueness"):
        result["unique"] = entity["uniqueness"]
    if entity.get("indexes"):
        result["indexes"] = [
            {"properties": [element["property"] for element in index["elements"]]} for index in entity["indexes"]]
    return result


def attribute_document(attribute):
    result = {"name": attribute["name"], "type": attribute["type"]}
    if attribute.get("optional"):
        result["optional"] = True
    elements = attribute.get("elements", [])
    if attribute.get("cases"):
        result["type"] = "enumeration"
    elif attribute.get("enumeration"):
        result.update(type=elements[0]["type"], valueType="Kind")
        return result
    if elements:
        result["components"] = [attribute_document(element) for element in elements]
    return result


def relationship_document(relationship):
    result = {"name": relationship["name"], "destination": relationship["destination"]}
    for key in ["inverse", "optional", "toMany"]:
        if relationship.get(key):
            result[key] = relationship[key]
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--models", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    generator = Generator(arguments.seed)
    models = [generator.model() for _ in range(arguments.models)]
    lines = "".join(document(model) + "\n" for model in models)
    answers = subprocess.run([arguments.program], input=lines, capture_output=True, text=True, check=True).stdout
    equal, undetermined, different = 0, 0, 0
    answers = answers.splitlines()
    if len(answers) != len(models):
        print(f"core-data-rules: {len(answers)} answers to {len(models)} models", file=sys.stderr)
        return 1
    for model, answer in zip(models, map(json.loads, answers)):
        layout = Layout(model_from_json(model))
        expected = (sorted(layout.statements() + layout.history_statements()), [list(row) for row in layout.primary_keys()])
        if layout.undetermined:
            undetermined += 1
        elif "error" not in answer and expected == (sorted(answer["statements"]), answer["primaryKeys"]):
            equal += 1
        else:
            different += 1
            if different <= 3:
                report(model, expected, answer)
    print(f"{len(models)} models: {equal} equal, {different} different, {undetermined} not determined by a store")
    return 1 if different or equal < len(models) / 4 else 0


def report(model, expected, answer):
    print(json.dumps(model))
    if "error" in answer:
        print("  " + answer["error"])
        return
    found = sorted(answer["statements"])
    for line in expected[0]:
        if line not in found:
            print("  rules:       " + line)
    for line in found:
        if line not in expected[0]:
            print("  StoreLayout: " + line)
    if expected[1] != answer["primaryKeys"]:
        print(f"  numbers: {expected[1]}, {answer['primaryKeys']}")


if __name__ == "__main__":
    sys.exit(main())
