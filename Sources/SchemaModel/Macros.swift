/// Makes a class a persistent model: an entity whose objects a ``ModelContext`` keeps in a store.
///
/// Every stored variable is an attribute or a relationship of the entity, unless it is ``Transient()``. A class needs an
/// initializer of its own. A class that inherits from a model is a subentity, and says `@Model` too.
///
/// Models belong to their context, not to an actor. In a module whose declarations belong to the main actor by default,
/// say so: `@Model nonisolated final class`.
///
/// https://developer.apple.com/documentation/swiftdata/model()
@attached(
  member, conformances: PersistentModel, _ModelClass, Sendable,
  names: named(_$backingData), named(_$isJoined), named(persistentBackingData), named(schemaMetadata),
  named(_$allKeyPaths), named(_$keyPaths), named(_$slotCount), named(_$firstSlot), named(init),
  named(_$observationRegistrar), named(access),
  named(withMutation), named(_$didChangeAll))
@attached(memberAttribute)
@attached(extension, conformances: PersistentModel, _ModelClass, Sendable)
public macro Model() = #externalMacro(module: "SchemaModelMacros", type: "ModelMacro")

/// How a property of a ``Model()`` lies in the store: unique, renamed, kept outside, transformed.
///
/// - Parameters:
///   - options: Such as `.unique` and `.externalStorage`.
///   - originalName: What the schema version before calls the property.
///   - hashModifier: What makes two versions different that are declared alike.
///
/// https://developer.apple.com/documentation/swiftdata/attribute(_:originalname:hashmodifier:)
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SchemaModelMacros", type: "PropertyMarkerMacro")

/// What a property of a ``Model()`` that leads to other models does when one of them is deleted, and which property
/// leads back.
///
/// Only one of the two sides may name its `inverse`: the compiler cannot resolve both, "circular reference resolving
/// attached macro".
///
/// - Parameters:
///   - options: Such as `.unique`.
///   - deleteRule: What the deletion of this object does to those the property leads to.
///   - minimumModelCount: How few; 0 for no limit.
///   - maximumModelCount: How many at most; 0 for no limit.
///   - originalName: What the schema version before calls the property.
///   - inverse: The destination's property that leads back, such as `\Post.author`.
///   - hashModifier: What makes two versions different that are declared alike.
///
/// https://developer.apple.com/documentation/swiftdata/relationship(_:deleterule:minimummodelcount:maximummodelcount:originalname:inverse:hashmodifier:)
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "SchemaModelMacros", type: "PropertyMarkerMacro")

/// Keeps a property of a ``Model()`` out of the store. It needs a default value, which a fetched object has, too.
///
/// https://developer.apple.com/documentation/swiftdata/transient()
@attached(peer)
public macro Transient() = #externalMacro(module: "SchemaModelMacros", type: "PropertyMarkerMacro")

/// Inside a ``Model()``: properties that are unique together. An insertion with values that are there updates the object
/// that has them.
///
/// https://developer.apple.com/documentation/swiftdata/unique(_:)
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SchemaModelMacros", type: "EntityMarkerMacro")

/// Inside a ``Model()``: properties with an index.
///
/// https://developer.apple.com/documentation/swiftdata/index(_:)-74ia2
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SchemaModelMacros", type: "EntityMarkerMacro")

/// Inside a ``Model()``: indexes of a stated kind.
///
/// https://developer.apple.com/documentation/swiftdata/index(_:)-7d4z0
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
  #externalMacro(module: "SchemaModelMacros", type: "EntityMarkerMacro")

/// Added by ``Model()`` to each property the store keeps: the accessors that read and write its place in the record.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(`_`))
public macro _PersistedProperty(slot: Int) =
  #externalMacro(module: "SchemaModelMacros", type: "PersistedPropertyMacro")

/// Gives an actor a ``ModelContext`` of its own, whose models never leave it.
///
/// https://developer.apple.com/documentation/swiftdata/modelactor()
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "SchemaModelMacros", type: "ModelActorMacro")

// swift-format-ignore: NoLeadingUnderscores
/// Added by ``Model()`` to the class that a line of models begins with; it is how the macro knows a subclass.
public protocol _ModelClass: AnyObject {}
