"""The tables and indexes that Core Data makes for a model.

README.md has a table of the rules, and for each the store that shows it.
"""

from dataclasses import dataclass

from model import entity_order

# Columns stand in groups, in this order. Within a group: the root's, then each subentity's, by property name.
COLUMN_GROUPS = [
    ("integer16", "integer32", "integer64", "boolean"),
    ("to-one",),
    ("order",),
    ("float", "double", "date"),
    ("decimal",),
    ("string",),
    ("uri",),
    ("uuid",),
    ("transformable",),
    ("binary",),
]

GROUP_URI, GROUP_UUID = COLUMN_GROUPS.index(("uri",)), COLUMN_GROUPS.index(("uuid",))

SQL_TYPES = {
    "undefined": "",
    "integer16": "INTEGER",
    "integer32": "INTEGER",
    "integer64": "INTEGER",
    "boolean": "INTEGER",
    "float": "FLOAT",
    "double": "FLOAT",
    "date": "TIMESTAMP",
    "decimal": "DECIMAL",
    "string": "VARCHAR",
    "uri": "VARCHAR",
    "uuid": "BLOB",
    "binary": "BLOB",
    "transformable": "BLOB",
}

# What an index may have instead of a property.
EXPRESSION_COLUMNS = {"self": "Z_PK", "entity": "Z_ENT"}


@dataclass
class Column:
    name: str
    type: str
    group: int


class Layout:
    def __init__(self, model):
        self.model = model
        self.numbers = self.entity_numbers()
        self.roots = [entity for entity in sorted(model.entities, key=lambda e: self.numbers[e.name])
                      if not entity.superentity]
        # (entity, property) -> column; a composite's parts: (entity, composite, index of the leaf) -> column
        self.columns = {}
        self.order_columns = {}
        self.entity_columns = {}
        self.columns_of = {}
        self.joins = {}
        # What the statements depend on that no store shows: sentences.
        self.undetermined = []
        for root in self.roots:
            self.columns_of[root.name] = self.place(root)
        self.place_joins()

    def entity_numbers(self):
        """Entities are numbered from 1: roots by name, and each entity's subentities, by name, right after it."""
        roots = sorted((entity for entity in self.model.entities if not entity.superentity), key=entity_order)
        ordered = [entity for root in roots for entity in self.model.tree(root)]
        return {entity.name: index + 1 for index, entity in enumerate(ordered)}

    def table(self, entity):
        return "Z" + self.model.root(entity).name.upper()

    def kind(self, entity, relationship):
        """Where a relationship is kept: in a key, in the destination's key, in a join table or nowhere."""
        if relationship.transient:
            return "none"
        if not relationship.to_many:
            return "key"
        inverse = self.inverse(entity, relationship)
        if inverse is None:
            return "foreign"
        return "join" if inverse[1].to_many else "inverse key"

    def inverse(self, entity, relationship):
        if relationship.inverse is None:
            return None
        destination = self.model.by_name[relationship.destination]
        owner, inverse = self.model.find_relationship(destination, relationship.inverse)
        return (owner, inverse) if inverse else None

    def place(self, root):
        tree = self.model.tree(root)
        # Column name -> the name that it was made from, and whether that is an attribute's or a relationship's.
        taken = {}

        def unused(name, kind):
            count, chosen = 0, name
            while chosen in taken:
                if taken[chosen] != (name, kind):
                    self.note(f"{self.table(root)}: the number that the column {name} of this {kind} gets")
                count += 1
                chosen = f"{name}{count}"
            taken[chosen] = (name, kind)
            return chosen

        groups = [[] for _ in COLUMN_GROUPS]
        group_of = {each: index for index, group in enumerate(COLUMN_GROUPS) for each in group}
        fields = {"integers": [], "orders": []}
        for entity in tree:
            mine = [[] for _ in COLUMN_GROUPS]
            for attribute in sorted(entity.attributes, key=lambda a: a.name):
                if attribute.transient:
                    continue
                self.note_attribute(entity, attribute)
                for index, leaf in enumerate(attribute.leaves()):
                    name = unused("Z" + leaf.name.upper(), "attribute")
                    column = Column(name, SQL_TYPES[leaf.type], group_of[leaf.type])
                    key = (entity.name, attribute.name) if attribute.type != "composite" else \
                        (entity.name, attribute.name, index)
                    self.columns[key] = column
                    mine[column.group].append(column)
            for relationship in sorted(entity.relationships, key=lambda r: r.name):
                if self.kind(entity, relationship) != "key":
                    continue
                name = unused("Z" + relationship.name.upper(), "relationship")
                column = Column(name, "INTEGER", group_of["to-one"])
                self.columns[(entity.name, relationship.name)] = column
                mine[column.group].append(column)
                destination = self.model.by_name[relationship.destination]
                if self.model.subentities(destination):
                    number = self.numbers[destination.name]
                    typed_name = unused(f"Z{number}_{relationship.name.upper()}", "relationship")
                    typed = Column(typed_name, "INTEGER", group_of["to-one"])
                    self.entity_columns[(entity.name, relationship.name)] = typed
                    mine[column.group].append(typed)
                inverse = self.inverse(entity, relationship)
                if inverse and inverse[1].ordered and inverse[1].to_many:
                    order = Column(f"Z_FOK_{relationship.name.upper()}", "INTEGER", group_of["order"])
                    self.order_columns[(entity.name, relationship.name)] = order
                    fields["orders"].append(order)
            # One-sided to-many relationships put their key into the destination.
            one_sided = 0
            for owner in sorted(self.model.entities, key=entity_order):
                for relationship in sorted(owner.relationships, key=lambda r: r.name):
                    if relationship.destination == entity.name and self.kind(owner, relationship) == "foreign":
                        number = self.numbers[owner.name]
                        one_sided += 1
                        if one_sided > 1:
                            self.note(f"{entity.name}: the order of several one-sided keys")
                        name = unused(f"Z{number}{relationship.name.upper()}", "relationship")
                        column = Column(name, "INTEGER", group_of["to-one"])
                        if relationship.ordered or self.model.subentities(owner) or owner.superentity:
                            self.note(f"{owner.name}.{relationship.name}: whether a one-sided relationship of an "
                                      "entity in a hierarchy, or an ordered one, has more columns")
                        self.columns[(owner.name, relationship.name)] = column
                        mine[column.group].append(column)
            fields["integers"] += mine[0] + mine[1]
            for index in range(3, len(COLUMN_GROUPS)):
                groups[index] += mine[index]
        if len(fields["orders"]) > 1:
            self.note(f"the order of the columns {', '.join(each.name for each in fields['orders'])}: it varies")
        if groups[GROUP_URI] and groups[GROUP_UUID]:
            self.note(f"{self.table(root)}: whether URI columns stand before UUID columns")
        ordered = fields["integers"] + fields["orders"]
        for index in range(3, len(COLUMN_GROUPS)):
            ordered += groups[index]
        return ordered

    def note(self, sentence):
        if sentence not in self.undetermined:
            self.undetermined.append(sentence)

    def note_attribute(self, entity, attribute):
        if attribute.derived:
            self.note(f"{entity.name}.{attribute.name} is derived: its triggers are not written")
        if any(element.type == "composite" for element in attribute.elements):
            self.note(f"{entity.name}.{attribute.name}: the columns of a composite inside a composite")

    def place_joins(self):
        """Many-to-many relationships: one join table for the two relationships.

        The table is named after the side that is met first when all entities are read by name, with the relationships
        they inherit. Of two relationships of one entity, it is the one whose name comes last.
        """
        done = set()
        taken = {}

        def unused(entity, name):
            names = taken.setdefault(self.model.root(entity).name, set())
            count, chosen = 0, name
            while chosen in names:
                count += 1
                chosen = f"{name}{count}"
                self.note(f"which join table has the column {name}: the numbers vary")
            names.add(chosen)
            return chosen

        for named in sorted(self.model.entities, key=entity_order):
            owned = [(entity, each) for entity in self.model.chain(named) for each in entity.relationships]
            for entity, relationship in sorted(owned, key=lambda pair: pair[1].name):
                if self.kind(entity, relationship) != "join" or (entity.name, relationship.name) in done:
                    continue
                other, inverse = self.inverse(entity, relationship)
                if entity.name == other.name and relationship.name < inverse.name:
                    continue
                done.update({(entity.name, relationship.name), (other.name, inverse.name)})
                mine, others = self.numbers[entity.name], self.numbers[other.name]
                table = f"Z_{mine}{relationship.name.upper()}"
                reflexive = (entity.name, relationship.name) == (other.name, inverse.name)
                here = unused(entity, f"Z_{mine}{inverse.name.upper()}")
                there = "REFLEXIVE" if reflexive else unused(other, f"Z_{others}{relationship.name.upper()}")
                orders = []
                if relationship.ordered:
                    orders.append("Z_FOK_" + there[2:])
                if inverse.ordered and not reflexive:
                    orders.append("Z_FOK_" + here[2:])
                self.joins.setdefault(entity.name, []).append((table, here, there, orders))

    def column_list(self, entity, names):
        chosen = []
        for name in names:
            column = None
            for each in reversed(self.model.chain(entity)):
                column = column or self.columns.get((each.name, name))
            if column is None:
                return None
            chosen.append(column.name)
        return chosen

    def statements(self):
        tables, indexes = [], []
        for root in self.roots:
            table = self.table(root)
            columns = "".join(f", {column.name} {column.type}" for column in self.columns_of[root.name])
            tables.append(f"CREATE TABLE {table} ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER{columns} )")
            for entity in self.model.tree(root):
                for name, here, there, orders in self.joins.get(entity.name, []):
                    extra = "".join(f", {order} INTEGER" for order in orders)
                    keys = f"{here} INTEGER, {there} INTEGER{extra}, PRIMARY KEY ({here}, {there})"
                    tables.append(f"CREATE TABLE {name} ( {keys} )")
            indexes += self.index_statements(root, table)
        return tables + indexes + self.system_statements()

    def index_statements(self, root, table):
        """The keys of the whole table first, then what each entity adds: its joins, fetch indexes and constraints."""
        tree = self.model.tree(root)
        statements = [f"CREATE INDEX {table}_{key}_INDEX ON {table} ({key})"
                      for entity in tree for key in self.key_columns(entity)]
        for entity in tree:
            for name, here, there, _ in self.joins.get(entity.name, []):
                statements.append(f"CREATE INDEX {name}_{there}_INDEX ON {name} ({there}, {here})")
            if entity is root and len(tree) > 1:
                statements.append(f"CREATE INDEX {table}_Z_ENT_INDEX ON {table} (Z_ENT)")
            for index in entity.indexes:
                statements += self.fetch_index(entity, table, index)
            for names in entity.uniqueness:
                columns = self.column_list(entity, names)
                if columns is None:
                    self.note(f"{entity.name}: a constraint on {' and '.join(names)}, which has no column of its own")
                else:
                    listed = ", ".join(f"{column} COLLATE BINARY ASC" for column in columns)
                    name = f"Z_{entity.name}_UNIQUE_{'_'.join(names)}"
                    statements.append(f"CREATE UNIQUE INDEX {name} ON {table} ({listed})")
        return statements

    def key_columns(self, entity):
        keys = [self.columns[(entity.name, each.name)].name
                for each in sorted(entity.relationships, key=lambda r: r.name) if self.kind(entity, each) == "key"]
        for owner in sorted(self.model.entities, key=entity_order):
            for relationship in sorted(owner.relationships, key=lambda r: r.name):
                if relationship.destination == entity.name and self.kind(owner, relationship) == "foreign":
                    keys.append(self.columns[(owner.name, relationship.name)].name)
        return keys

    def fetch_index(self, entity, table, index):
        if len(index.elements) == 1 and self.model.find_relationship(entity, index.elements[0].property)[1]:
            return []
        listed = []
        if index.partial:
            self.note(f"{entity.name}: the condition of the index {index.name}")
        for element in index.elements:
            if element.kind != "binary":
                self.note(f"{entity.name}: the {element.kind} index {index.name}: it is not written")
                return []
            column = EXPRESSION_COLUMNS.get(element.expression)
            if column is None:
                columns = self.column_list(entity, [element.property])
                if columns is None:
                    owner, relationship = self.model.find_relationship(entity, element.property)
                    if relationship is None:
                        self.note(f"{entity.name}: the index {index.name} on {element.property}")
                    return []
                if not any(each.name == element.property for each in entity.attributes + entity.relationships):
                    self.note(f"{entity.name}: the index {index.name} on the inherited {element.property}")
                column = columns[0]
            listed.append(f"{column} COLLATE BINARY {'ASC' if element.ascending else 'DESC'}")
        where = " WHERE ?" if index.partial else ""
        return [f"CREATE INDEX Z_{entity.name}_{index.name} ON {table} ({', '.join(listed)}){where}"]

    def system_statements(self):
        return [
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
            "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
            "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
        ]

    def primary_keys(self):
        rows = []
        for entity in self.model.entities:
            above = self.numbers[entity.superentity] if entity.superentity else 0
            rows.append((self.numbers[entity.name], entity.name, above))
        return sorted(rows)

    def history_statements(self):
        """What persistent history adds; SwiftData always has it."""
        def preserved_values(entity):
            attributes = [attribute for each in self.model.chain(entity) for attribute in each.attributes]
            return sum(attribute.preserved_after_deletion for attribute in attributes)

        preserved = max(map(preserved_values, self.model.entities), default=0)
        tombstones = "".join(f", ZTOMBSTONE{number} BLOB" for number in range(preserved))
        keys = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
        strings = ("ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS")
        return [
            f"CREATE TABLE ACHANGE ( {keys}, ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, "
            f"ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB{tombstones} )",
            f"CREATE TABLE ATRANSACTION ( {keys}, {', '.join(f'{name} INTEGER' for name in strings)}, "
            "ZTIMESTAMP FLOAT, "
            "ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
            f"CREATE TABLE ATRANSACTIONSTRING ( {keys}, ZNAME VARCHAR )",
            "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
            *(f"CREATE INDEX ATRANSACTION_{name}_INDEX ON ATRANSACTION ({name})" for name in strings),
            "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
            "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
            "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
        ]
