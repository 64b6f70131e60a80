"""Compares the rows of a store with its model."""

import plistlib

REFERENCE_DATE_TYPES = (int, float)
EXTERNAL_REFERENCE_LENGTH = 38  # 02, the 36 characters of a UUID, 00


def check_rows(connection, model, layout):
    """The findings, each one sentence, and what was seen of externally stored data: {column: [sizes, references]}."""
    findings, external = [], {}
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    for root in layout.roots:
        table = layout.table(root)
        if table not in tables:
            continue
        for entity in model.tree(root):
            findings += _check_entity(connection, model, layout, entity, table, external)
        findings += _check_numbers(connection, model, layout, root, table)
    return findings, external


def _check_entity(connection, model, layout, entity, table, external):
    findings = []
    numbers = [layout.numbers[each.name] for each in model.tree(entity)]
    where = f"Z_ENT IN ({', '.join(map(str, numbers))})"
    present = {row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')}

    def values(column):
        if column not in present:
            findings.append(f"{table}: column {column} is absent")
            return []
        return [row[0] for row in connection.execute(f'SELECT "{column}" FROM "{table}" WHERE {where}')]

    for attribute in entity.attributes:
        if attribute.transient:
            continue
        if attribute.type == "composite":
            names = [layout.columns[(entity.name, attribute.name, index)].name
                     for index in range(len(attribute.leaves()))]
            for name, leaf in zip(names, attribute.leaves()):
                for value in values(name):
                    problem = _problem(leaf, value)
                    if problem:
                        findings.append(f"{table}.{name}: {problem}")
            if attribute.cases and set(names) <= present:
                findings += _check_cases(connection, table, where, attribute, names)
            continue
        column = layout.columns[(entity.name, attribute.name)].name
        for value in values(column):
            problem = "a required value is null" if value is None and not attribute.optional else \
                _problem(attribute, value)
            if problem:
                findings.append(f"{table}.{column}: {problem}")
            if attribute.external_storage and isinstance(value, bytes):
                sizes, references = external.setdefault(f"{table}.{column}", ([], []))
                if value[0] == 1:
                    sizes.append(len(value) - 1)
                elif value[0] == 2:
                    references.append(value[1:-1].decode("ascii"))
    for relationship in entity.relationships:
        key = (entity.name, relationship.name)
        if key in layout.entity_columns and layout.kind(entity, relationship) == "key":
            findings += _check_entity_column(connection, model, layout, relationship, table, where, key, present)
    return findings


def _problem(attribute, value):
    if value is None:
        return None
    kind = attribute.type
    if kind in ("integer16", "integer32", "integer64") and not isinstance(value, int):
        return f"a value of {kind} is {type(value).__name__}"
    if kind == "boolean" and value not in (0, 1):
        return f"a boolean is {value!r}"
    if kind in ("double", "float", "date", "decimal") and not isinstance(value, REFERENCE_DATE_TYPES):
        return f"a value of {kind} is {type(value).__name__}"
    if kind in ("string", "uri") and not isinstance(value, str):
        return f"a value of {kind} is {type(value).__name__}"
    if kind == "uuid" and not (isinstance(value, bytes) and len(value) == 16):
        return "a UUID is not 16 bytes"
    if kind in ("binary", "transformable") and not isinstance(value, bytes):
        return f"a value of {kind} is {type(value).__name__}"
    if attribute.external_storage and kind == "binary":
        if not value or value[0] not in (1, 2):
            return f"externally stored data starts with {value[:1].hex() or 'nothing'}, not with 01 or 02"
        if value[0] == 2 and not (len(value) == EXTERNAL_REFERENCE_LENGTH and value[-1] == 0):
            return "a reference to external data is not 02, 36 characters and 00"
    if kind == "transformable" and (attribute.transformer or "").startswith("NSSecureUnarchiveFromData"):
        return _archived_problem(attribute, value)
    return None


def _archived_problem(attribute, value):
    """SwiftData keeps an array as a keyed archive of data that holds JSON."""
    try:
        archive = plistlib.loads(value)
    except Exception:
        return "a value of the transformer NSSecureUnarchiveFromData is not a property list"
    if archive.get("$archiver") != "NSKeyedArchiver":
        return "a value of the transformer NSSecureUnarchiveFromData is not a keyed archive"
    root = archive["$objects"][archive["$top"]["root"].data]
    if (attribute.value_class or "").startswith("Array<") and not (isinstance(root, bytes) and root[:1] == b"["):
        return "the archive of an array is not data with a JSON array"
    return None


def _check_cases(connection, table, where, attribute, names):
    findings = []
    listed = ", ".join(f'"{name}"' for name in names)
    for row in connection.execute(f'SELECT {listed} FROM "{table}" WHERE {where}'):
        chosen = [(case, value) for case, value in zip(attribute.cases, row) if value is not None]
        if len(chosen) > 1:
            findings.append(f"{table}: {attribute.name} has {len(chosen)} cases at once")
        for case, value in chosen:
            if value != case:
                findings.append(f"{table}: {attribute.name} keeps {value!r} in the column of the case {case}")
    return findings


def _check_entity_column(connection, model, layout, relationship, table, where, key, present):
    column, number = layout.columns[key].name, layout.entity_columns[key].name
    if column not in present or number not in present:
        return [f"{table}: column {column} or {number} is absent"]
    destination = layout.table(model.by_name[relationship.destination])
    wrong = connection.execute(
        f'SELECT count(*) FROM "{table}" AS source LEFT JOIN "{destination}" AS target '
        f'ON target.Z_PK = source."{column}" WHERE source.{where} AND source."{column}" IS NOT NULL '
        f'AND target.Z_PK IS NOT NULL AND target.Z_ENT IS NOT source."{number}"'
    ).fetchone()[0]
    return [f"{table}.{number}: {wrong} rows do not have the entity number of the row they refer to"] if wrong else []


def _check_numbers(connection, model, layout, root, table):
    findings = []
    allowed = {layout.numbers[each.name] for each in model.tree(root) if not each.abstract}
    used = {row[0] for row in connection.execute(f'SELECT DISTINCT Z_ENT FROM "{table}"')}
    if used - allowed:
        findings.append(f"{table}: Z_ENT is {sorted(used - allowed)}, which no entity of the table has")
    highest = connection.execute(f'SELECT max(Z_PK) FROM "{table}"').fetchone()[0] or 0
    known = connection.execute(
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", (layout.numbers[root.name],)).fetchone()
    if known and known[0] is not None and known[0] < highest:
        findings.append(f"{table}: Z_MAX is {known[0]}, but a row has the key {highest}")
    return findings
