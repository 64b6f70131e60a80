"""The JSON form of a model; README.md describes it."""

from model import TYPE_NUMBERS, Attribute, Entity, FetchIndex, IndexElement, Model, Relationship


def model_from_json(document):
    return Model(
        entities=[_entity(each) for each in document["entities"]],
        version_identifiers=document.get("versionIdentifiers", []),
    )


def _entity(document):
    return Entity(
        name=document["name"],
        superentity=document.get("superentity"),
        abstract=document.get("abstract", False),
        attributes=[_attribute(each) for each in document.get("attributes", [])],
        relationships=[_relationship(each) for each in document.get("relationships", [])],
        uniqueness=document.get("uniqueness", []),
        indexes=[_index(each) for each in document.get("indexes", [])],
        renaming_identifier=document.get("renamingIdentifier"),
    )


def _attribute(document):
    if document["type"] not in TYPE_NUMBERS:
        raise ValueError(f"attribute {document['name']}: unknown type {document['type']}")
    return Attribute(
        name=document["name"],
        type=document["type"],
        optional=document.get("optional", False),
        transient=document.get("transient", False),
        external_storage=document.get("externalStorage", False),
        derived=document.get("derived", False),
        preserved_after_deletion=document.get("preservedAfterDeletion", False),
        renaming_identifier=document.get("renamingIdentifier"),
        transformer=document.get("transformer"),
        elements=[_attribute(each) for each in document.get("elements", [])],
        is_enumeration=document.get("enumeration", False),
        cases=document.get("cases"),
    )


def _relationship(document):
    to_many = document.get("toMany", False)
    return Relationship(
        name=document["name"],
        destination=document["destination"],
        to_many=to_many,
        ordered=document.get("ordered", False),
        inverse=document.get("inverse"),
        optional=document.get("optional", False),
        transient=document.get("transient", False),
        delete_rule=document.get("deleteRule", 1),
        minimum=document.get("minimum", 0),
        maximum=document.get("maximum", 0 if to_many else 1),
        renaming_identifier=document.get("renamingIdentifier"),
    )


def _index(document):
    return FetchIndex(
        name=document["name"],
        elements=[
            IndexElement(
                property=each.get("property"),
                kind=each.get("kind", "binary"),
                ascending=each.get("ascending", True),
                expression=each.get("expression"),
            )
            for each in document["elements"]
        ],
        partial=document.get("partial", False),
    )


def model_to_json(model):
    return {
        "versionIdentifiers": model.version_identifiers,
        "entities": [
            _without_defaults(
                name=entity.name,
                superentity=entity.superentity,
                abstract=entity.abstract,
                renamingIdentifier=_renaming(entity),
                attributes=[_attribute_document(each) for each in sorted(entity.attributes, key=lambda a: a.name)],
                relationships=[
                    _without_defaults(
                        name=each.name,
                        destination=each.destination,
                        toMany=each.to_many,
                        ordered=each.ordered,
                        inverse=each.inverse,
                        optional=each.optional,
                        transient=each.transient,
                        deleteRule=each.delete_rule,
                        minimum=each.minimum,
                        maximum=each.maximum,
                        renamingIdentifier=_renaming(each),
                    )
                    for each in sorted(entity.relationships, key=lambda r: r.name)
                ],
                uniqueness=entity.uniqueness,
                indexes=[
                    _without_defaults(
                        name=index.name,
                        partial=index.partial,
                        elements=[
                            {"property": each.property, "kind": each.kind, "ascending": each.ascending}
                            | ({"expression": each.expression} if each.expression else {})
                            for each in index.elements
                        ],
                    )
                    for index in entity.indexes
                ],
            )
            for entity in model.entities
        ],
    }


def _attribute_document(attribute):
    return _without_defaults(
        name=attribute.name,
        type=attribute.type,
        optional=attribute.optional,
        transient=attribute.transient,
        derived=attribute.derived,
        hasDefault=attribute.has_default,
        externalStorage=attribute.external_storage,
        preservedAfterDeletion=attribute.preserved_after_deletion,
        transformer=attribute.transformer,
        valueClass=attribute.value_class,
        renamingIdentifier=_renaming(attribute),
        enumeration=attribute.is_enumeration,
        cases=attribute.cases,
        elements=[_attribute_document(each) for each in attribute.elements],
    )


def _renaming(named):
    """A model that renames nothing repeats the name, or has no renaming identifier."""
    return None if named.renaming_identifier == named.name else named.renaming_identifier


def _without_defaults(**fields):
    return {key: value for key, value in fields.items() if value not in (None, False, [], "") or key == "name"}
