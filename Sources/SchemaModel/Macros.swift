/// Turns a class into a persistent model: an entity whose objects a ``ModelContext`` stores.
///
/// Every stored variable becomes an attribute or a relationship of the entity, unless it is marked ``Transient()``. The
/// class must declare an initializer. A class that inherits from a model is a subentity and needs `@Model` too.
///
/// Models belong to their context. A class may also be isolated to the main actor, by `@MainActor` or by the module's
/// default: its own members then are, and a context still reads and writes its objects from anywhere.
///
/// In the Swift 5 language mode, a constant is persisted as a variable is. In the Swift 6 mode, the compiler gives
/// constants no accessors, and a persisted constant is an error, as with SwiftData.
///
/// https://developer.apple.com/documentation/swiftdata/model()
@attached(
  member, conformances: PersistentModel, _ModelClass, Sendable,
  names: named(_$backingData), named(_$isJoined), named(persistentBackingData), named(schemaMetadata),
  named(_$allKeyPaths), named(_$keyPaths), named(_$slotCount), named(_$slot), named(init),
  named(_$observationRegistrar), named(access), named(withMutation), named(_$didChangeAll))
@attached(memberAttribute)
@attached(extension, conformances: PersistentModel, _ModelClass, Sendable)
public macro Model() = #externalMacro(module: "SchemaModelMacros", type: "ModelMacro")

/// Sets how a property of a ``Model()`` is stored: unique, renamed, external, transformed.
///
/// - Parameters:
///   - options: For example `.unique` or `.externalStorage`.
///   - originalName: The property's name in the previous schema version.
///   - hashModifier: A value that distinguishes two versions with identical declarations.
///
/// https://developer.apple.com/documentation/swiftdata/attribute(_:originalname:hashmodifier:)
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SchemaModelMacros", type: "PropertyMarkerMacro")

/// Sets the delete rule, the inverse and the limits of a property of a ``Model()`` that refers to other models.
///
/// Only one of the two sides may name its `inverse`. Otherwise the compiler reports "circular reference resolving
/// attached macro".
///
/// - Parameters:
///   - options: For example `.unique`.
///   - deleteRule: The effect of deleting this object on the related objects.
///   - minimumModelCount: The minimum number of related objects; 0 for no limit.
///   - maximumModelCount: The maximum number of related objects; 0 for no limit.
///   - originalName: The property's name in the previous schema version.
///   - inverse: The destination's property that refers back, such as `\Post.author`.
///   - hashModifier: A value that distinguishes two versions with identical declarations.
///
/// https://developer.apple.com/documentation/swiftdata/relationship(_:deleterule:minimummodelcount:maximummodelcount:originalname:inverse:hashmodifier:)
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "SchemaModelMacros", type: "PropertyMarkerMacro")

/// Excludes a property of a ``Model()`` from the store. The property needs a default value, which fetched objects also
/// get.
///
/// https://developer.apple.com/documentation/swiftdata/transient()
@attached(peer)
public macro Transient() = #externalMacro(module: "SchemaModelMacros", type: "PropertyMarkerMacro")

/// Declares properties of a ``Model()`` that are unique together. Inserting an object with existing values updates the
/// object that has them.
///
/// https://developer.apple.com/documentation/swiftdata/unique(_:)
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SchemaModelMacros", type: "EntityMarkerMacro")

/// Declares indexed properties of a ``Model()``.
///
/// https://developer.apple.com/documentation/swiftdata/index(_:)-74ia2
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SchemaModelMacros", type: "EntityMarkerMacro")

/// Declares indexes of a ``Model()`` with their kinds.
///
/// https://developer.apple.com/documentation/swiftdata/index(_:)-7d4z0
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
  #externalMacro(module: "SchemaModelMacros", type: "EntityMarkerMacro")

/// Added by ``Model()`` to each stored property. Generates the accessors of its slot in the backing data.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(`_`))
public macro _PersistedProperty(slot: Int) =
  #externalMacro(module: "SchemaModelMacros", type: "PersistedPropertyMacro")

/// Gives an actor its own ``ModelContext``, whose models must not leave the actor.
///
/// https://developer.apple.com/documentation/swiftdata/modelactor()
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "SchemaModelMacros", type: "ModelActorMacro")

// swift-format-ignore: NoLeadingUnderscores
/// Added by ``Model()`` to the root class of a model hierarchy, so that the macro can recognise subclasses.
public protocol _ModelClass: AnyObject {}
