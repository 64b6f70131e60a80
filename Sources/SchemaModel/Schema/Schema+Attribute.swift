internal import EntityModel
internal import Foundation

extension Schema {
  /// An attribute: the arguments of `@Attribute`, completed from the type of the property.
  ///
  /// It is a class, so that a ``CompositeAttribute`` is an attribute, but it does not change once its schema exists.
  public class Attribute: SchemaProperty, @unchecked Sendable {
    /// An option of an attribute.
    public struct Option: Sendable, Hashable {
      let word: String

      /// The values are unique. Saving a second object with the same value updates the first.
      public static var unique: Option { Option(word: "unique") }
      /// Large values are stored in files next to the store, in the folder `.<name>_SUPPORT`, which belongs to the store.
      /// The option applies to `Data`. A value of any other type is stored in its column, as without the option.
      public static var externalStorage: Option { Option(word: "externalStorage") }
      /// Has no effect, because Spotlight is not available outside Apple's systems. The option is part of the frozen
      /// model.
      public static var spotlight: Option { Option(word: "spotlight") }
      /// Has no effect, because the history does not record the values of deleted objects. The option is part of the
      /// frozen model.
      public static var preserveValueOnDeletion: Option { Option(word: "preserveValueOnDeletion") }
      /// The attribute belongs to the model but is not stored. In a fetched object it is `nil` or has its default
      /// value.
      public static var ephemeral: Option { Option(word: "ephemeral") }
      /// Has no effect, because CloudKit is not available outside Apple's systems. The option is part of the frozen
      /// model.
      public static var allowsCloudEncryption: Option { Option(word: "allowsCloudEncryption") }
      /// The value is encoded as a whole with `Codable`. The transformer's name is part of the frozen model; value
      /// transformers exist only on Apple's systems.
      public static func transformable(by name: String) -> Option { Option(word: "transformable(by: \(name))") }
    }

    /// The property's name.
    public internal(set) var name = ""
    /// The property's name in the previous version.
    public internal(set) var originalName: String
    /// The type of the property in the source.
    public internal(set) var valueType: any Any.Type = Never.self
    /// The options of `@Attribute`.
    public let options: [Option]
    /// A value that distinguishes two versions with identical declarations.
    public let hashModifier: String?
    /// The source text of the default value; `nil` if there is none.
    public internal(set) var defaultText: String?

    /// Evaluates the default.
    var makeDefault: (() -> Any)?
    /// The attribute as plain values; `nil` for the arguments of `@Attribute` alone.
    var known: DeclaredModel.Attribute?

    /// The default value; `nil` if there is none, or if only its source text is known, as in a schema that was read
    /// from a file. It is evaluated on each access, so the default `UUID()` is another value each time. SwiftData
    /// evaluates it once for each process.
    public var defaultValue: Any? { makeDefault?() }

    /// Creates an attribute as declared.
    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      self.options = options
      self.originalName = originalName ?? ""
      self.hashModifier = hashModifier
    }

    /// Creates the attribute of an entity that has no class.
    public init(
      name: String, originalName: String? = nil, options: [Option] = [], valueType: any Any.Type,
      defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      self.name = name
      self.originalName = originalName ?? name
      self.options = options
      self.valueType = valueType
      self.hashModifier = hashModifier
      guard let defaultValue else { return }
      defaultText = String(reflecting: defaultValue)
      makeDefault = { defaultValue }
    }

    init(_ known: DeclaredModel.Attribute, options: [Option]? = nil) {
      name = known.name
      originalName = known.originalName
      self.options = options ?? known.options.map(Option.init(word:))
      valueType = known.restoredType
      hashModifier = known.hashModifier
      defaultText = known.defaultText
      self.known = known
    }

    /// Reads an attribute that was encoded as a model document.
    public required convenience init(from decoder: any Decoder) throws {
      let entity = try ModelDocumentText(from: decoder).entity
      guard let known = entity.attributes.first else { throw ModelDocumentText.missing("attribute", decoder) }
      self.init(known)
    }

    /// Encodes the attribute as the text of a model document.
    public func encode(to encoder: any Encoder) throws {
      try ModelDocumentText(DeclaredModel.Entity(name: "", attributes: [declared])).encode(to: encoder)
    }

    /// Compares the declarations.
    public static func == (one: Attribute, other: Attribute) -> Bool { one.declared == other.declared }
    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(declared) }

    /// Whether the property is optional.
    public var isOptional: Bool { known?.isOptional ?? (valueType is any OptionalValue.Type) }
    /// Whether the attribute's values are unique.
    public var isUnique: Bool { options.contains(.unique) }
    /// Whether the property is an attribute.
    public var isAttribute: Bool { true }
    /// Whether the property is a relationship.
    public var isRelationship: Bool { false }
    /// Whether the property is excluded from the store.
    public var isTransient: Bool { options.contains(.ephemeral) }
    /// Whether the value is encoded as a whole.
    public var isTransformable: Bool { options.contains { $0.word.hasPrefix("transformable") } }
  }

  /// An attribute that is stored in several columns: a structure, whose parts are ``properties``, or an enumeration
  /// without raw values, which has a text attribute for each case.
  public final class CompositeAttribute: Attribute, @unchecked Sendable {
    /// The parts, in the order of their declaration.
    public var properties: [Attribute] { declared.components.map(Attribute.make) }
  }
}

extension Schema.Attribute {
  static func make(_ known: DeclaredModel.Attribute) -> Schema.Attribute { make(known, options: nil) }

  static func make(_ known: DeclaredModel.Attribute, options: [Option]?) -> Schema.Attribute {
    known.type.hasComponents
      ? Schema.CompositeAttribute(known, options: options) : Schema.Attribute(known, options: options)
  }

  /// The attribute as plain values.
  var declared: DeclaredModel.Attribute {
    if let known { return known }
    let codec = isTransformable ? AttributeCodec.whole(valueType) : AttributeCodec.of(valueType)
    return DeclaredModel.Attribute(
      name: name, originalName: originalName.isEmpty ? name : originalName,
      type: isTransformable ? .transformable : codec?.type ?? .encoded, valueType: codec?.valueType,
      isOptional: isOptional, defaultText: defaultText, options: options.map(\.word).filter { $0 != "unique" },
      hashModifier: hashModifier, components: isTransformable ? [] : codec?.components ?? [])
  }
}

extension DeclaredModel.Attribute {
  /// The Swift type of an attribute that was read from a document: the type of its column. A document does not contain
  /// the types of enumerations and other `Codable` values; for a value with several columns, or an encoded one, it is
  /// `Any`.
  fileprivate var restoredType: any Any.Type {
    func type<Value>(_: Value.Type) -> any Any.Type { isOptional ? Value?.self : Value.self }
    return switch self.type {
    case .integer16: type(Int16.self)
    case .integer32: type(Int32.self)
    case .integer64: type(Int.self)
    case .decimal: type(Decimal.self)
    case .double: type(Double.self)
    case .float: type(Float.self)
    case .string: type(String.self)
    case .boolean: type(Bool.self)
    case .date: type(Date.self)
    case .binary: type(Data.self)
    case .uuid: type(UUID.self)
    case .uri: type(URL.self)
    case .transformable, .composite, .enumeration, .encoded, .unknown: type(Any.self)
    }
  }
}
