/// An attribute or a relationship of an entity.
public protocol SchemaProperty: Codable, Hashable, Sendable {
  /// The property's name.
  var name: String { get }
  /// The property's name in the previous version; equal to ``name`` unless it was renamed.
  var originalName: String { get }
  /// The type of the property in the source.
  var valueType: any Any.Type { get }
  /// Whether the property is optional.
  var isOptional: Bool { get }
  /// Whether the property's values are unique.
  var isUnique: Bool { get }
  /// Whether the property is an attribute.
  var isAttribute: Bool { get }
  /// Whether the property is a relationship.
  var isRelationship: Bool { get }
  /// Whether the property is excluded from the store.
  var isTransient: Bool { get }
}

extension Schema {
  /// Sets of properties whose combined values are unique.
  public final class Unique<T: PersistentModel>: SchemaEntry {
    let constraints: [[PartialKeyPath<T>]]

    /// Creates one or more uniqueness constraints.
    public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

    override var uniqueKeyPaths: [[AnyKeyPath]] { constraints }
  }

  /// Indexes on properties.
  public final class Index<T: PersistentModel>: SchemaEntry {
    /// The kind of an index.
    public enum Types<Model: PersistentModel> {
      /// A sorted index over the properties in order.
      case binary([PartialKeyPath<Model>])
      /// An index over coordinates, implemented here as a sorted index.
      case rtree([PartialKeyPath<Model>])
    }

    let indices: [Types<T>]

    /// Creates one or more sorted indexes.
    public init(_ indices: [PartialKeyPath<T>]...) { self.indices = indices.map { .binary($0) } }

    /// Creates one or more indexes of any kind.
    public init(_ indices: Types<T>...) { self.indices = indices }

    override var indexKeyPaths: [(kind: String, keyPaths: [AnyKeyPath])] {
      indices.map { index in
        switch index {
        case .binary(let paths): ("binary", paths)
        case .rtree(let paths): ("rtree", paths)
        }
      }
    }
  }

  /// A declaration about several properties of a class.
  public class SchemaEntry {
    var uniqueKeyPaths: [[AnyKeyPath]] { [] }
    var indexKeyPaths: [(kind: String, keyPaths: [AnyKeyPath])] { [] }
  }

  /// A declaration that `@Model` generates about one or several properties.
  public struct PropertyMetadata {
    enum Content {
      case property(
        name: String, keyPath: AnyKeyPath, defaultText: String?, defaultValue: (() -> Any)?,
        metadata: (any SchemaProperty)?)
      case entry(SchemaEntry)
      case transient(name: String, keyPath: AnyKeyPath)
    }
    let content: Content
    /// Notifies the observers of the property; `nil` for a declaration that has none.
    let notification: ModelObservationRegistrar.Notification?

    /// `nil` for a declaration about several properties.
    var keyPath: AnyKeyPath? {
      if case .property(_, let keyPath, _, _, _) = content { keyPath } else { nil }
    }

    /// Creates the declaration of an attribute. Describing the schema never evaluates the default.
    public init<Model: PersistentModel, Value>(
      name: String, keypath: KeyPath<Model, Value>, defaultText: String? = nil, defaultValue: (() -> Value)? = nil,
      metadata: Attribute? = nil
    ) {
      content = .property(
        name: name, keyPath: keypath, defaultText: defaultText,
        defaultValue: defaultValue.map { value in { value() as Any } }, metadata: metadata)
      notification = Self.notification(keypath)
    }

    /// Creates the declaration of a relationship.
    public init<Model: PersistentModel, Value>(
      name: String, keypath: KeyPath<Model, Value>, defaultText: String? = nil, defaultValue: (() -> Value)? = nil,
      metadata: Relationship
    ) {
      content = .property(
        name: name, keyPath: keypath, defaultText: defaultText,
        defaultValue: defaultValue.map { value in { value() as Any } }, metadata: metadata)
      notification = Self.notification(keypath)
    }

    /// Creates the declaration of a transient property.
    public init<Model: PersistentModel, Value>(transient name: String, keypath: KeyPath<Model, Value>) {
      content = .transient(name: name, keyPath: keypath)
      notification = nil
    }

    /// Creates the declaration of `#Unique` or `#Index`.
    public init(_ entry: SchemaEntry) {
      content = .entry(entry)
      notification = nil
    }

    private static func notification<Model: PersistentModel, Value>(
      _ keyPath: KeyPath<Model, Value>
    ) -> ModelObservationRegistrar.Notification {
      // A key path without captured values is immutable and can be shared between threads.
      nonisolated(unsafe) let keyPath = keyPath
      return { registrar, model in
        guard let model = model as? Model else { return }
        registrar.withMutation(of: model, keyPath: keyPath) {}
      }
    }
  }
}
