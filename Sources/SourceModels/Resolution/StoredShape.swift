internal import EntityModel

/// How a property's values are stored.
enum StoredShape {
  case attribute(type: DeclaredModel.AttributeType, valueType: String?, components: [DeclaredModel.Attribute])
  case toOne(TypeID)
  case toMany(TypeID)
}

/// A type whose names have been looked up.
indirect enum ResolvedType: Hashable {
  case scalar(String, DeclaredModel.AttributeType)
  case declared(TypeID)
  case configured(String, TypeDefinition)
  case optional(ResolvedType)
  case array(ResolvedType)
  case dictionary(ResolvedType, ResolvedType)
  case set(ResolvedType)
  /// A type that no file declares.
  case foreign(String)

  /// What `String(describing:)` gives for the type: without modules and enclosing types.
  var description: String {
    switch self {
    case .scalar(let name, _), .configured(let name, _), .foreign(let name): name
    case .declared(let id): id.name
    case .optional(let wrapped): "Optional<\(wrapped.description)>"
    case .array(let element): "Array<\(element.description)>"
    case .dictionary(let key, let value): "Dictionary<\(key.description), \(value.description)>"
    case .set(let element): "Set<\(element.description)>"
    }
  }

  /// Any part that no file declares.
  var foreignName: String? {
    switch self {
    case .scalar, .declared, .configured: nil
    case .optional(let type), .array(let type), .set(let type): type.foreignName
    case .dictionary(let key, let value): key.foreignName ?? value.foreignName
    case .foreign(let name): name
    }
  }
}

/// The types of the standard library and of Foundation that have an attribute type, and those that are another name of one.
enum ScalarTypes {
  static func type(named path: [String]) -> ResolvedType? {
    let isQualified = path.count == 2 && ["Swift", "Foundation"].contains(path[0])
    guard path.count == 1 || isQualified, let name = path.last else { return nil }
    if name == "TimeInterval" { return .scalar("Double", .double) }
    return types[name].map { .scalar(name, $0) }
  }

  /// The types whose name is not part of the model, because the attribute type determines it.
  static let plain: Set<String> = [
    "Int16", "Int32", "Int64", "Int", "Double", "Float", "String", "Bool", "Date", "Data", "UUID", "URL", "Decimal",
  ]

  private static let types: [String: DeclaredModel.AttributeType] = [
    "Int": .integer64, "Int64": .integer64, "Int32": .integer32, "Int16": .integer16, "Int8": .integer16,
    "UInt": .integer64, "UInt64": .integer64, "UInt32": .integer64, "UInt16": .integer32, "UInt8": .integer16,
    "Bool": .boolean, "Double": .double, "Float": .float, "Decimal": .decimal, "String": .string, "Character": .string,
    "Date": .date, "Data": .binary, "UUID": .uuid, "URL": .uri,
  ]

  /// The types of members that models use as initial values.
  static func member(_ name: String, of type: String) -> ResolvedType? {
    members[type]?[name].flatMap { Self.type(named: [$0]) }
  }

  private static let members: [String: [String: String]] = [
    "Date": [
      "now": "Date", "distantPast": "Date", "distantFuture": "Date", "timeIntervalSince1970": "Double",
      "timeIntervalSinceReferenceDate": "Double", "timeIntervalSinceNow": "Double",
    ],
    "UUID": ["uuidString": "String"],
    "Int": ["max": "Int", "min": "Int", "zero": "Int"], "Int64": ["max": "Int64", "min": "Int64"],
    "Int32": ["max": "Int32", "min": "Int32"], "Int16": ["max": "Int16", "min": "Int16"],
    "Double": [
      "zero": "Double", "pi": "Double", "infinity": "Double", "nan": "Double", "greatestFiniteMagnitude": "Double",
    ],
    "Float": ["zero": "Float", "pi": "Float", "infinity": "Float", "nan": "Float", "greatestFiniteMagnitude": "Float"],
    "Decimal": ["zero": "Decimal", "nan": "Decimal", "pi": "Decimal"],
  ]
}
