public import Observation

/// An object that can be stored. `@Model` adds the conformance.
///
/// Objects are compared by identity: a context has one object for each row.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
  /// Creates an object with given values. A context calls it for each row.
  init(backingData: BackingData)
  /// The object's values.
  var persistentBackingData: BackingData { get set }
  /// The properties that the class itself declares, without inherited ones.
  static var schemaMetadata: [Schema.PropertyMetadata] { get }
  /// Notifies observers that any property may have changed. A single property cannot be named here, because only its
  /// accessors know its key path. `@Model` generates this method.
  // swift-format-ignore: NoLeadingUnderscores
  func _$didChangeAll()
  // swift-format-ignore: NoLeadingUnderscores
  /// The key paths of all persisted properties, inherited ones first, rooted in this class: `\Dog.name` is not equal to
  /// `\Animal.name`. `@Model` generates this property for classes that may have subclasses.
  static var _$allKeyPaths: [AnyKeyPath] { get }
}

extension PersistentModel {
  // swift-format-ignore: NoLeadingUnderscores
  /// The key paths of a class without inherited properties.
  public static var _$allKeyPaths: [AnyKeyPath] { schemaMetadata.compactMap(\.keyPath) }
}

extension PersistentModel {
  /// The object's identifier in its store, temporary until it is saved.
  public var persistentModelID: PersistentIdentifier { persistentBackingData.identifier }

  /// The object's identifier in its store. A class may declare its own `id`.
  public var id: PersistentIdentifier { persistentModelID }

  /// The context in which the object was inserted or fetched.
  public var modelContext: ModelContext? { persistentBackingData.context }

  /// Whether the object has unsaved changes.
  public var hasChanges: Bool { persistentBackingData.hasChanges }

  /// Whether the next save deletes the object.
  public var isDeleted: Bool { persistentBackingData.state == .deleted }

  /// Compares objects by identity.
  public static func == (one: Self, other: Self) -> Bool { one === other }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Creates the values of a new object.
  public static func createBackingData() -> BackingData { BackingData(for: Self.self) }
}

/// The type of a to-many relationship: an array of models, or an optional one.
public protocol RelationshipCollection {
  /// The destination class.
  associatedtype PersistentElement: PersistentModel
  /// Creates a collection of models.
  init(models: [PersistentElement])
  /// The models of the collection.
  var models: [PersistentElement] { get }
}

extension Array: RelationshipCollection where Element: PersistentModel {
  /// Creates a collection of models.
  public init(models: [Element]) { self = models }
  /// The models of the collection.
  public var models: [Element] { self }
}

extension Optional: RelationshipCollection where Wrapped: RelationshipCollection {
  /// Creates a collection of models.
  public init(models: [Wrapped.PersistentElement]) { self = Wrapped(models: models) }
  /// The models of the collection.
  public var models: [Wrapped.PersistentElement] { self?.models ?? [] }
}

/// The destination class of a relationship, derived from the type of its property; `nil` if the type is not a
/// relationship.
struct RelationshipShape {
  let destination: any PersistentModel.Type
  let isToMany: Bool

  init?(of type: any Any.Type) {
    if let collection = type as? any RelationshipCollection.Type {
      self.init(collection)
      return
    }
    let wrapped = (type as? any OptionalValue.Type)?.wrappedType ?? type
    guard let model = wrapped as? any PersistentModel.Type else { return nil }
    self.init(destination: model, isToMany: false)
  }

  private init(destination: any PersistentModel.Type, isToMany: Bool) {
    self.destination = destination
    self.isToMany = isToMany
  }

  private init<Collection: RelationshipCollection>(_ collection: Collection.Type) {
    self.init(destination: Collection.PersistentElement.self, isToMany: true)
  }
}
