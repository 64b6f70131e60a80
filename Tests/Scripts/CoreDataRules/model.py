"""A managed object model as plain values, and its JSON form.

The names are Core Data's. Nothing here knows how a store is laid out (layout.py) or how a model is archived
(model_cache.py).
"""

from dataclasses import dataclass, field

# The numbers of NSAttributeType: https://developer.apple.com/documentation/coredata/nsattributetype
TYPE_NUMBERS = {
    "undefined": 0,
    "integer16": 100,
    "integer32": 200,
    "integer64": 300,
    "decimal": 400,
    "double": 500,
    "float": 600,
    "string": 700,
    "boolean": 800,
    "date": 900,
    "binary": 1000,
    "uuid": 1100,
    "uri": 1200,
    "transformable": 1800,
    "objectID": 2000,
    "composite": 2100,
}
TYPE_NAMES = {number: name for name, number in TYPE_NUMBERS.items()}


@dataclass
class Attribute:
    name: str
    type: str
    optional: bool = False
    transient: bool = False
    has_default: bool = False
    external_storage: bool = False
    preserved_after_deletion: bool = False
    indexed: bool = False
    derived: bool = False
    renaming_identifier: str = None
    transformer: str = None
    value_class: str = None
    # Only of a composite: its parts in order, whether it is an enumeration, and the names of the cases without values.
    elements: list = field(default_factory=list)
    is_enumeration: bool = False
    cases: list = None

    def leaves(self):
        """The attributes that have a column: the attribute, or the parts of a composite at any depth."""
        if self.type != "composite":
            return [self]
        return [leaf for element in self.elements for leaf in element.leaves()]


@dataclass
class Relationship:
    name: str
    destination: str
    to_many: bool = False
    ordered: bool = False
    inverse: str = None
    optional: bool = False
    transient: bool = False
    indexed: bool = False
    delete_rule: int = 1
    minimum: int = 0
    maximum: int = 0
    renaming_identifier: str = None


@dataclass
class IndexElement:
    property: str
    kind: str = "binary"
    ascending: bool = True
    # An NSExpressionDescription instead of a property: its key path, if it is one.
    expression: str = None


@dataclass
class FetchIndex:
    name: str
    elements: list
    partial: bool = False
    predicate: str = None


@dataclass
class Entity:
    name: str
    superentity: str = None
    abstract: bool = False
    attributes: list = field(default_factory=list)
    relationships: list = field(default_factory=list)
    uniqueness: list = field(default_factory=list)
    indexes: list = field(default_factory=list)
    compound_indexes: list = field(default_factory=list)
    renaming_identifier: str = None


def entity_order(entity):
    """Core Data sorts entities without regard to case, and properties with it."""
    return (entity.name.lower(), entity.name)


@dataclass
class Model:
    entities: list
    version_identifiers: list = field(default_factory=list)
    configurations: dict = field(default_factory=dict)

    def __post_init__(self):
        self.by_name = {entity.name: entity for entity in self.entities}

    def root(self, entity):
        while entity.superentity:
            entity = self.by_name[entity.superentity]
        return entity

    def chain(self, entity):
        """The entity and its superentities, the root first."""
        chain = [entity]
        while chain[0].superentity:
            chain.insert(0, self.by_name[chain[0].superentity])
        return chain

    def subentities(self, entity):
        return sorted((other for other in self.entities if other.superentity == entity.name), key=entity_order)

    def tree(self, root):
        """The entity and all entities below it: each before its subentities, siblings by name."""
        return [root] + [below for child in self.subentities(root) for below in self.tree(child)]

    def find_relationship(self, entity, name):
        for each in reversed(self.chain(entity)):
            for relationship in each.relationships:
                if relationship.name == name:
                    return each, relationship
        return None, None
