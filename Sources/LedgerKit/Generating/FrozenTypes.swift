internal import EntityModel

/// The types of the attributes of a model: which of them the generated file declares and where, and how it writes them.
struct FrozenTypes {
  /// What a model says about a type of the app.
  enum Shape: Hashable {
    /// A structure or an enumeration, with its parts or cases.
    case components(DeclaredModel.AttributeType, [DeclaredModel.Attribute])
    case rawValue(DeclaredModel.AttributeType)
  }

  /// The requirements of types.
  private(set) var requirements: [FrozenModels.Requirement] = []
  private let entities: Set<String>
  private let enclosing: String
  private let given: [String: String]
  /// The types that are declared in the enumeration, by name.
  private var shared: [String: Shape] = [:]
  /// The types that are declared in a class, because another class has a different type of that name.
  private var nested: [String: [String: Shape]] = [:]
  /// The types of the standard library and Foundation in encoded values.
  private var standard: Set<String> = []
  /// The properties that use types which the model does not describe.
  private var uses: [Use: Set<String>] = [:]

  /// A type, as the properties of one entity use it.
  private struct Use: Hashable {
    let name: String
    let kind: FrozenModels.Requirement.Kind
    let entity: String
  }

  init(
    _ model: DeclaredModel, enclosing: String, declarations: [String: String]
  ) throws(FrozenModelsError) {
    entities = Set(model.entities.map(\.name))
    self.enclosing = enclosing
    given = declarations
    var shapes: [String: [String: Set<Shape>]] = [:]
    for entity in model.entities {
      for attribute in entity.attributes {
        try collect(attribute, FrozenPlace(entity: entity.name, property: attribute.name), &shapes)
      }
    }
    for (name, byEntity) in shapes.sorted(by: { $0.key < $1.key }) where given[name] == nil {
      let all = byEntity.values.reduce(into: Set<Shape>()) { $0.formUnion($1) }
      for (entity, shapes) in byEntity.sorted(by: { $0.key < $1.key }) {
        guard shapes.count == 1, let shape = shapes.first, !standard.contains(name) else {
          throw FrozenModelsError(entity: entity, reason: .ambiguousType(name))
        }
        guard case .components = shape else { continue }
        if all.count == 1 { shared[name] = shape } else { nested[entity, default: [:]][name] = shape }
      }
    }
    // One requirement for the uses in all classes.
    var missing: [Use: Set<String>] = [:]
    for (use, properties) in uses where given[use.name] == nil && shape(use.name, in: use.entity) == nil {
      missing[Use(name: use.name, kind: use.kind, entity: ""), default: []].formUnion(properties)
    }
    requirements = missing.map { .init(name: $0.name, kind: $0.kind, properties: $1.sorted()) }
  }

  /// Whether the caller has given the declaration of the type.
  func isGiven(_ name: String) -> Bool { given[name] != nil }

  /// The shape of a type that the file declares from the model.
  func shape(_ name: String, in entity: String) -> Shape? { nested[entity]?[name] ?? shared[name] }

  /// Whether a type of the app has the name.
  func isRequired(_ name: String) -> Bool { requirements.contains { $0.name == name } }

  /// Whether the name is that of an entity or of the enumeration.
  func isOwn(_ name: String) -> Bool { name == enclosing || entities.contains(name) }

  // MARK: Finding types

  private mutating func collect(
    _ attribute: DeclaredModel.Attribute, _ place: FrozenPlace, _ shapes: inout [String: [String: Set<Shape>]]
  ) throws(FrozenModelsError) {
    guard let valueType = attribute.valueType else {
      guard Self.scalars[attribute.type] == nil else { return }
      throw place.error(.noTypeName)
    }
    if attribute.type == .encoded || attribute.type == .transformable {
      guard let type = WrittenType(valueType) else { throw place.error(.typeName(valueType)) }
      for name in type.names {
        if Self.isStandard(name) {
          standard.insert(name)
        } else {
          try require(name, attribute.type == .encoded ? .encoded : .transformable, place)
        }
      }
      return
    }
    guard Self.scalarTypes[valueType] != attribute.type else { return }
    guard SwiftText.isIdentifier(valueType) else { throw place.error(.typeName(valueType)) }
    guard attribute.type.hasComponents else {
      try require(valueType, .rawValue(attribute.type), place)
      shapes[valueType, default: [:]][place.entity, default: []].insert(.rawValue(attribute.type))
      return
    }
    if entities.contains(valueType) { throw place.error(.ambiguousType(valueType)) }
    let shape = Shape.components(attribute.type, attribute.components)
    shapes[valueType, default: [:]][place.entity, default: []].insert(shape)
    if attribute.type == .composite {
      for part in attribute.components { try collect(part, place, &shapes) }
    }
  }

  private mutating func require(
    _ name: String, _ kind: FrozenModels.Requirement.Kind, _ place: FrozenPlace
  ) throws(FrozenModelsError) {
    if entities.contains(name) { throw place.error(.ambiguousType(name)) }
    uses[Use(name: name, kind: kind, entity: place.entity), default: []].insert(place.text)
  }

  // MARK: Writing types

  /// The type of an attribute or of a part of a structure.
  func text(of attribute: DeclaredModel.Attribute) -> String {
    let type: String
    if let valueType = attribute.valueType {
      let isAppType = attribute.type.hasComponents || Self.scalars[attribute.type] != nil
      type =
        isAppType && Self.scalarTypes[valueType] != attribute.type
        ? SwiftText.identifier(valueType) : WrittenType(valueType)?.text(reference) ?? valueType
    } else if attribute.type == .integer64, attribute.defaultText?.hasPrefix("Int64") == true {
      // `Int` and `Int64` are one type in a store, but only one of them is that of the default.
      type = outer("Int64")
    } else {
      type = outer(Self.scalars[attribute.type] ?? "")
    }
    return type + (attribute.isOptional ? "?" : "")
  }

  /// The name of a type of another module, qualified if a type of the app has the same name.
  func outer(_ name: String) -> String {
    guard let module = Self.modules[name], isOwn(name) || isHidden(name) else { return SwiftText.identifier(name) }
    return "\(module).\(name)"
  }

  /// The name of a type in an encoded value.
  private func reference(_ name: String) -> String {
    Self.isStandard(name) ? outer(name) : SwiftText.identifier(name)
  }

  private func isHidden(_ name: String) -> Bool {
    given[name] != nil || shared[name] != nil || isRequired(name) || nested.values.contains { $0[name] != nil }
  }

  /// The declarations in the enumeration, sorted by name.
  func declarations() -> [[String]] {
    let names = Set(shared.keys).union(given.keys)
    return names.sorted().map { name in
      if let text = given[name] {
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
      }
      return shared[name].map { declaration(name, $0) } ?? []
    }
  }

  /// The declarations in a class, sorted by name.
  func declarations(in entity: String) -> [[String]] {
    (nested[entity] ?? [:]).sorted { $0.key < $1.key }.map { declaration($0.key, $0.value) }
  }

  private func declaration(_ name: String, _ shape: Shape) -> [String] {
    guard case .components(let type, let components) = shape else { return [] }
    let codable = outer("Codable")
    guard type == .composite else {
      return ["enum \(SwiftText.identifier(name)): \(codable) {"]
        + components.map { "  case \(SwiftText.identifier($0.name))" } + ["}"]
    }
    let properties = Self.propertyNames(components)
    var lines = ["struct \(SwiftText.identifier(name)): \(codable) {"]
    for (part, property) in zip(components, properties) {
      lines.append("  var \(SwiftText.identifier(property)): \(text(of: part))")
    }
    if properties != components.map(\.name) {
      lines += ["", "  enum CodingKeys: \(outer("String")), \(outer("CodingKey")) {"]
      for (part, property) in zip(components, properties) {
        let value = property == part.name ? "" : " = \(SwiftText.literal(part.name))"
        lines.append("    case \(SwiftText.identifier(property))\(value)")
      }
      lines.append("  }")
    }
    return lines + ["}"]
  }

  /// The properties of a structure: its coding keys, which need not be names in Swift.
  static func propertyNames(_ parts: [DeclaredModel.Attribute]) -> [String] {
    var taken = Set(parts.map(\.name).filter(SwiftText.isIdentifier))
    return parts.map { part in
      guard !SwiftText.isIdentifier(part.name) else { return part.name }
      let scalars = part.name.unicodeScalars.map { $0.properties.isXIDContinue ? Character($0) : "_" }
      var name = SwiftText.isIdentifier(String(scalars)) ? String(scalars) : "part" + String(scalars)
      while !taken.insert(name).inserted { name += "_" }
      return name
    }
  }
}

/// The place that an error names.
struct FrozenPlace {
  let entity: String
  var property: String?

  var text: String { property.map { "\(entity).\($0)" } ?? entity }

  func error(_ reason: FrozenModelsError.Reason) -> FrozenModelsError {
    FrozenModelsError(entity: entity, property: property, reason: reason)
  }
}

extension FrozenTypes {
  /// The types that attribute types stand for if the model has no other name.
  static let scalars: [DeclaredModel.AttributeType: String] = [
    .integer16: "Int16", .integer32: "Int32", .integer64: "Int", .decimal: "Decimal", .double: "Double",
    .float: "Float", .string: "String", .boolean: "Bool", .date: "Date", .binary: "Data", .uuid: "UUID", .uri: "URL",
  ]

  /// The types of the standard library that are stored as another one.
  fileprivate static let scalarTypes: [String: DeclaredModel.AttributeType] = [
    "Int8": .integer16, "UInt8": .integer16, "UInt16": .integer32, "UInt32": .integer64, "UInt64": .integer64,
    "UInt": .integer64, "Character": .string,
  ]

  /// Whether the standard library or Foundation has a type of the name.
  static func isStandard(_ name: String) -> Bool { ["Swift", "Foundation"].contains(modules[name]) }

  /// The modules of the types that every app has.
  static let modules: [String: String] = {
    var modules: [String: String] = [:]
    for name in [
      "Array", "Bool", "Character", "ClosedRange", "Codable", "CodingKey", "Dictionary", "Double", "Float", "Int",
      "Int16",
      "Int32", "Int64", "Int8", "Never", "Optional", "Range", "Set", "String", "UInt", "UInt16", "UInt32", "UInt64",
      "UInt8",
    ] { modules[name] = "Swift" }
    for name in [
      "AttributedString", "CGFloat", "CGPoint", "CGRect", "CGSize", "Calendar", "CharacterSet", "Data", "Date",
      "DateComponents", "DateInterval", "Decimal", "IndexPath", "IndexSet", "Locale", "Measurement",
      "PersonNameComponents", "TimeInterval", "TimeZone", "URL", "URLComponents", "UUID",
    ] { modules[name] = "Foundation" }
    for name in [
      "Attribute", "Model", "PersistentModel", "Relationship", "Schema", "VersionedSchema",
    ] { modules[name] = "SwiftData" }
    return modules
  }()
}

/// The text of a type in a model: a name without its module, with generic arguments such as `Dictionary<String, Int>`.
indirect enum WrittenType {
  case named(String, [WrittenType])

  /// `nil` for any other text.
  init?(_ text: String) {
    var rest = text[...]
    guard let type = Self.read(&rest, depth: 0), rest.isEmpty else { return nil }
    self = type
  }

  private static func read(_ rest: inout Substring, depth: Int) -> WrittenType? {
    let name = rest.prefix { !"<>, ".contains($0) }
    guard depth < 32, SwiftText.isIdentifier(String(name)) else { return nil }
    rest = rest[name.endIndex...]
    var arguments: [WrittenType] = []
    guard rest.hasPrefix("<") else { return .named(String(name), []) }
    repeat {
      rest.removeFirst(arguments.isEmpty ? 1 : 2)
      guard let argument = read(&rest, depth: depth + 1) else { return nil }
      arguments.append(argument)
    } while rest.hasPrefix(", ")
    guard rest.hasPrefix(">") else { return nil }
    rest.removeFirst()
    return .named(String(name), arguments)
  }

  /// All names in the type.
  var names: [String] {
    guard case .named(let name, let arguments) = self else { return [] }
    return [name] + arguments.flatMap(\.names)
  }

  /// The type in Swift, with names as `outer` writes them.
  func text(_ outer: (String) -> String) -> String {
    guard case .named(let name, let arguments) = self else { return "" }
    let texts = arguments.map { $0.text(outer) }
    switch (name, texts.count) {
    case ("Array", 1): return "[\(texts[0])]"
    case ("Dictionary", 2): return "[\(texts[0]): \(texts[1])]"
    case ("Optional", 1): return texts[0] + "?"
    case (_, 0): return outer(name)
    default: return "\(outer(name))<\(texts.joined(separator: ", "))>"
    }
  }
}
