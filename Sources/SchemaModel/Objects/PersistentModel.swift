public import Observation

/// An object that can be kept in a store. `@Model` makes a class conform.
///
/// Two objects are equal when they are the same one: a context has one object for a row.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
  /// An object with these values; what a context makes of a row.
  init(backingData: BackingData)
  /// The object's values.
  var persistentBackingData: BackingData { get set }
  /// What the class itself persists, without what it inherits.
  static var schemaMetadata: [Schema.PropertyMetadata] { get }
  /// Tells observers that any property may have changed: those of one cannot be told alone, since only the accessors
  /// know its key path. `@Model` writes it.
  // swift-format-ignore: NoLeadingUnderscores
  func _$didChangeAll()
  // swift-format-ignore: NoLeadingUnderscores
  /// The key paths of all persisted properties, inherited ones first, as they begin with this class: `\Dog.name` is
  /// another one than `\Animal.name`. `@Model` writes it where there are subclasses.
  static var _$allKeyPaths: [AnyKeyPath] { get }
}

extension PersistentModel {
  // swift-format-ignore: NoLeadingUnderscores
  /// The key paths of a class that inherits none.
  public static var _$allKeyPaths: [AnyKeyPath] { schemaMetadata.compactMap(\.keyPath) }
}

extension PersistentModel {
  /// The object's identity in its store, temporary until it is saved.
  public var persistentModelID: PersistentIdentifier { persistentBackingData.identifier }

  /// The object's identity in its store. A class may declare an `id` of its own.
  public var id: PersistentIdentifier { persistentModelID }

  /// The context it was inserted into or fetched with.
  public var modelContext: ModelContext? { persistentBackingData.context }

  /// Whether it was changed since it was fetched or saved.
  public var hasChanges: Bool { persistentBackingData.hasChanges }

  /// Whether the next save deletes it.
  public var isDeleted: Bool { persistentBackingData.state == .deleted }

  /// The same object.
  public static func == (one: Self, other: Self) -> Bool { one === other }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Values for a new object.
  public static func createBackingData() -> BackingData { BackingData(for: Self.self) }
}

/// A property that leads to any number of objects: an array of models, or an optional one.
public protocol RelationshipCollection {
  /// The class at the other end.
  associatedtype PersistentElement: PersistentModel
  /// A collection of these.
  init(models: [PersistentElement])
  /// What is in it.
  var models: [PersistentElement] { get }
}

extension Array: RelationshipCollection where Element: PersistentModel {
  /// A collection of these.
  public init(models: [Element]) { self = models }
  /// What is in it.
  public var models: [Element] { self }
}

extension Optional: RelationshipCollection where Wrapped: RelationshipCollection {
  /// A collection of these.
  public init(models: [Wrapped.PersistentElement]) { self = Wrapped(models: models) }
  /// What is in it.
  public var models: [Wrapped.PersistentElement] { self?.models ?? [] }
}

/// The class at the other end of a property, as its type tells; nil for a type that is no relationship.
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
