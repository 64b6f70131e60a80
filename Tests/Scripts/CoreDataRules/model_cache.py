"""Reads the managed object model that Core Data keeps in a store.

`Z_MODELCACHE.Z_CONTENT` is the model as NSKeyedArchiver writes it, compressed with DEFLATE without a zlib header.
"""

import plistlib
import sqlite3
import zlib

from model import TYPE_NAMES, Attribute, Entity, FetchIndex, IndexElement, Model, Relationship

# Bits of NSFlagsKey.
FLAG_EXTERNAL_STORAGE = 4
FLAG_PRESERVED_AFTER_DELETION = 16

INDEX_KINDS = {0: "binary", 1: "rtree"}


def open_store(path):
    """Opens a store and does not change it, not even to read its write-ahead log."""
    return sqlite3.connect(f"file:{path}?immutable=1", uri=True)


def read_model(connection):
    """The model of a store, or None when the store has no model cache."""
    try:
        row = connection.execute("SELECT Z_CONTENT FROM Z_MODELCACHE").fetchone()
    except sqlite3.OperationalError:
        return None
    if row is None or row[0] is None:
        return None
    return _Archive(plistlib.loads(zlib.decompress(row[0], -15))).model()


class _Archive:
    def __init__(self, archive):
        self.objects = archive["$objects"]
        self.top = archive["$top"]["root"]

    def value(self, reference):
        """A reference as a plain value; an object of another class stays a dictionary."""
        if isinstance(reference, plistlib.UID):
            reference = self.objects[reference.data]
        if reference == "$null":
            return None
        if isinstance(reference, dict) and "$class" in reference:
            name = self.class_name(reference)
            if name in ("NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet"):
                return [self.value(each) for each in reference["NS.objects"]]
            if name in ("NSDictionary", "NSMutableDictionary"):
                return {
                    self.value(key): self.value(each)
                    for key, each in zip(reference["NS.keys"], reference["NS.objects"])
                }
            if name == "NSKnownKeysDictionary1":
                keys = self.value(self.value(reference["searchMapping"])["keys"])
                values = self.value(reference["values"])
                return dict(zip(keys, values))
            if name in ("NSString", "NSMutableString"):
                return reference["NS.string"]
        return reference

    def class_name(self, archived):
        return self.objects[archived["$class"].data]["$classname"]

    def get(self, archived, key, default=None):
        return self.value(archived[key]) if key in archived else default

    def model(self):
        root = self.value(self.top)
        entities = [self.entity(each) for each in self.get(root, "NSEntities").values()]
        return Model(
            entities=sorted(entities, key=lambda entity: entity.name),
            version_identifiers=self.get(root, "NSVersionIdentifiers") or [],
            configurations={
                name: [self.get(each, "NSEntityName") for each in members]
                for name, members in (self.get(root, "NSConfigurations") or {}).items()
            },
        )

    def entity(self, archived):
        superentity = self.get(archived, "NSSuperentity")
        attributes, relationships = [], []
        for each in (self.get(archived, "NSProperties") or {}).values():
            # A subentity lists inherited properties as proxies.
            if self.class_name(each) == "_NSPropertyDescriptionProxy":
                continue
            if "NSAttributeType" in each:
                attributes.append(self.attribute(each))
            elif "NSDestinationEntity" in each:
                relationships.append(self.relationship(each))
        if superentity is not None:
            inherited = set()
            above = superentity
            while above is not None:
                inherited.update((self.get(above, "NSProperties") or {}).keys())
                above = self.get(above, "NSSuperentity")
            attributes = [each for each in attributes if each.name not in inherited]
            relationships = [each for each in relationships if each.name not in inherited]
        return Entity(
            name=self.get(archived, "NSEntityName"),
            superentity=self.get(superentity, "NSEntityName") if superentity else None,
            abstract=bool(self.get(archived, "NSIsAbstract", False)),
            attributes=attributes,
            relationships=relationships,
            uniqueness=[list(each) for each in self.get(archived, "NSUniqueTuples") or []],
            indexes=[self.index(each) for each in self.get(archived, "NSFetchIndexDescriptions") or []],
            compound_indexes=self.get(archived, "NSCompoundIndexes") or [],
            renaming_identifier=self.get(archived, "NSRenamingIdentifier"),
        )

    def attribute(self, archived):
        flags = self.get(archived, "NSFlagsKey", 0) or 0
        information = self.get(archived, "NSUserInfo")
        information = information if isinstance(information, dict) else {}
        return Attribute(
            name=self.get(archived, "NSPropertyName"),
            type=TYPE_NAMES.get(self.get(archived, "NSAttributeType"), str(self.get(archived, "NSAttributeType"))),
            optional=bool(self.get(archived, "NSIsOptional", False)),
            transient=bool(self.get(archived, "NSIsTransient", False)),
            has_default=self.get(archived, "NSDefaultValue") is not None,
            external_storage=bool(flags & FLAG_EXTERNAL_STORAGE),
            preserved_after_deletion=bool(flags & FLAG_PRESERVED_AFTER_DELETION),
            indexed=bool(self.get(archived, "NSIsIndexed", False)),
            derived=self.class_name(archived) == "NSDerivedAttributeDescription",
            renaming_identifier=self.get(archived, "NSRenamingIdentifier"),
            transformer=self.get(archived, "NSValueTransformerName"),
            value_class=self.get(archived, "NSAttributeValueClassName"),
            elements=[self.attribute(each) for each in self.get(archived, "NSCompositeElements") or []],
            is_enumeration=bool(information.get("EnumType", False)),
            cases=information.get("enum"),
        )

    def relationship(self, archived):
        destination = self.get(archived, "NSDestinationEntity")
        maximum = self.get(archived, "NSMaxCount", 0)
        return Relationship(
            name=self.get(archived, "NSPropertyName"),
            destination=self.get(archived, "_NSDestinationEntityName") or self.get(destination, "NSEntityName"),
            to_many=maximum != 1,
            ordered=bool(self.get(archived, "NSIsOrdered", False)),
            inverse=self.get(archived, "_NSInverseRelationshipName"),
            optional=bool(self.get(archived, "NSIsOptional", False)),
            transient=bool(self.get(archived, "NSIsTransient", False)),
            indexed=bool(self.get(archived, "NSIsIndexed", False)),
            delete_rule=self.get(archived, "NSDeleteRule", 1),
            minimum=self.get(archived, "NSMinCount", 0),
            maximum=maximum,
            renaming_identifier=self.get(archived, "NSRenamingIdentifier"),
        )

    def index(self, archived):
        predicate = self.get(archived, "NSPartialIndexPredicate")
        return FetchIndex(
            name=self.get(archived, "NSIndexName"),
            elements=[self.index_element(each) for each in self.get(archived, "NSIndexElements") or []],
            partial=predicate is not None,
        )

    def index_element(self, archived):
        number = self.get(archived, "NSFetchIndexElementType", 0)
        expression = None
        described = self.get(archived, "NSIndexedProperty")
        if described is not None:
            expression = self.key_path(self.get(described, "NSExpression"))
        return IndexElement(
            property=self.get(archived, "NSPropertyName"),
            kind=INDEX_KINDS.get(number, str(number)),
            ascending=bool(self.get(archived, "NSAscending", True)),
            expression=expression,
        )

    def key_path(self, archived):
        """The key path of an expression, "self" for the object itself, or the class of any other expression."""
        name = self.class_name(archived)
        if name == "NSSelfExpression":
            return "self"
        if name == "NSKeyPathExpression":
            return self.get(self.get(archived, "NSArguments")[0], "NSKeyPath")
        return name
