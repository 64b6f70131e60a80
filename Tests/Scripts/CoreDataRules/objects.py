"""Reads the objects of a store by the rules of its layout, without the program that wrote it."""

import json
import os
import plistlib
import uuid


def external_folder(path):
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{os.path.splitext(name)[0]}_SUPPORT", "_EXTERNAL_DATA")


def read_objects(connection, path, model, layout):
    """A dictionary for each object: its entity, its key, its attributes, and the keys of related objects."""
    objects = []
    names = {number: name for name, number in layout.numbers.items()}
    for root in layout.roots:
        for key, number in connection.execute(f"SELECT Z_PK, Z_ENT FROM {layout.table(root)} ORDER BY Z_PK"):
            entity = model.by_name[names[number]]
            found = {"entity": entity.name, "key": key}
            for each in model.chain(entity):
                for attribute in each.attributes:
                    found[attribute.name] = _value(connection, path, layout, root, each, attribute, key)
                for relationship in each.relationships:
                    found[relationship.name] = _related(connection, model, layout, root, each, relationship, key)
            objects.append(found)
    return sorted(objects, key=lambda each: (each["entity"], each["key"]))


def _column(connection, layout, root, name, key):
    return connection.execute(f"SELECT {name} FROM {layout.table(root)} WHERE Z_PK = ?", (key,)).fetchone()[0]


def _value(connection, path, layout, root, entity, attribute, key):
    if attribute.type != "composite":
        column = layout.columns[(entity.name, attribute.name)].name
        return _decoded(attribute, _column(connection, layout, root, column, key), path)
    parts = {}
    for index, leaf in enumerate(attribute.leaves()):
        column = layout.columns[(entity.name, attribute.name, index)].name
        parts[leaf.name] = _decoded(leaf, _column(connection, layout, root, column, key), path)
    if attribute.cases:
        return next((value for value in parts.values() if value is not None), None)
    return parts[attribute.name] if list(parts) == [attribute.name] else parts


def _decoded(attribute, value, path):
    if value is None:
        return None
    if attribute.type == "uuid":
        return str(uuid.UUID(bytes=value)).upper()
    if attribute.type == "transformable":
        archive = plistlib.loads(value)
        return json.loads(archive["$objects"][archive["$top"]["root"].data])
    if attribute.external_storage and value[0] == 2:
        with open(os.path.join(external_folder(path), value[1:37].decode("ascii")), "rb") as file:
            return f"file of {len(file.read())} bytes"
    if attribute.external_storage:
        value = value[1:]
    return value.decode("utf-8") if isinstance(value, bytes) else value


def _related(connection, model, layout, root, entity, relationship, key):
    kind = layout.kind(entity, relationship)
    if kind == "key":
        return _column(connection, layout, root, layout.columns[(entity.name, relationship.name)].name, key)
    destination = model.by_name[relationship.destination]
    if kind == "join":
        query = _join_query(model, layout, entity, relationship)
    else:
        owner, other = (entity, relationship) if kind == "foreign" else layout.inverse(entity, relationship)
        column = layout.columns[(owner.name, other.name)].name
        query = f"SELECT Z_PK FROM {layout.table(destination)} WHERE {column} = ? ORDER BY 1"
    return [row[0] for row in connection.execute(query, (key,))]


def _join_query(model, layout, entity, relationship):
    # The table is named after one side; its first column has the keys of the entity that declares this side.
    for owner in [entity, model.by_name[relationship.destination]]:
        side = relationship if owner is entity else layout.inverse(entity, relationship)[1]
        for table, first, second, _ in layout.joins.get(owner.name, []):
            if table == f"Z_{layout.numbers[owner.name]}{side.name.upper()}":
                mine, other = (first, second) if owner is entity else (second, first)
                return f"SELECT {other} FROM {table} WHERE {mine} = ? ORDER BY 1"
    raise KeyError(relationship.name)
