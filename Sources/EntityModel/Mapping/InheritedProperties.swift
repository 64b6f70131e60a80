/// The declared and inherited properties of an entity.
struct InheritedProperties {
  /// The stored attributes, sorted by name.
  let attributes: [DeclaredModel.Attribute]
  /// The relationships, sorted by name.
  let relationships: [DeclaredModel.Relationship]
  /// The entity that declares each property.
  let owner: [String: String]

  var names: [Renames.Declared] {
    attributes.map { Renames.Declared(name: $0.name, originalName: $0.originalName) }
      + relationships.map { Renames.Declared(name: $0.name, originalName: $0.originalName) }
  }
}

extension DeclaredModel {
  /// The properties of an entity and its superentities. If a name is declared more than once, the nearest declaration
  /// is used.
  func inheritedProperties(of name: String) -> InheritedProperties {
    var owner: [String: String] = [:]
    var (attributes, relationships) = ([Attribute](), [Relationship]())
    for entity in lineage(of: name) {
      attributes += entity.attributes.filter { $0.isStored && owner[$0.name] == nil }
      relationships += entity.relationships.filter { owner[$0.name] == nil }
      for property in entity.attributes.map(\.name) + entity.relationships.map(\.name) where owner[property] == nil {
        owner[property] = entity.name
      }
    }
    return InheritedProperties(
      attributes: attributes.sorted { $0.name < $1.name }, relationships: relationships.sorted { $0.name < $1.name },
      owner: owner)
  }
}

extension DeclaredModel.Attribute {
  /// Whether the attribute has columns: `.ephemeral` attributes are never stored.
  ///
  /// https://developer.apple.com/documentation/swiftdata/schema/attribute/option/ephemeral
  public var isStored: Bool { !options.contains("ephemeral") }

  /// Whether the attribute has a default other than nil, which is the implicit default of an optional attribute.
  var hasDefault: Bool { defaultText.map { !["nil", ".none"].contains($0) } ?? false }

  /// The parts with their own columns, depth-first, with the names that lead to them.
  private var storedParts: [(path: [String], part: DeclaredModel.Attribute, isRequired: Bool)] {
    guard type.hasComponents else { return [([], self, !isOptional)] }
    return components.flatMap { component in
      component.storedParts.map { ([component.name] + $0.path, $0.part, !component.isOptional && $0.isRequired) }
    }
  }

  /// The path of each part, such as `place.street`.
  var partNames: [String] { storedParts.map { ([name] + $0.path).joined(separator: ".") } }

  /// The source of each part. Parts are matched by name, like properties, level by level.
  func parts(from source: DeclaredModel.Attribute?) -> [AttributeMapping.Part] {
    let old = source?.storedParts ?? []
    let older = source.map { olderPaths(from: $0) } ?? [:]
    return storedParts.map { path, _, isRequired in
      let position = older[path].flatMap { path in old.firstIndex { $0.path == path } }
      return AttributeMapping.Part(
        source: position, isRequired: isRequired, wasOptional: position.map { !old[$0].isRequired } ?? false)
    }
  }

  private func olderPaths(from source: DeclaredModel.Attribute) -> [[String]: [String]] {
    guard type.hasComponents else { return [[]: []] }
    var paths: [[String]: [String]] = [:]
    for (new, old) in componentPairs(from: source) {
      for (path, older) in new.olderPaths(from: old) { paths[[new.name] + path] = [old.name] + older }
    }
    return paths
  }

  private func componentPairs(from source: DeclaredModel.Attribute) -> [(Self, Self)] {
    let declared: (Self) -> Renames.Declared = { Renames.Declared(name: $0.name, originalName: $0.originalName) }
    let renames = Renames(newer: components.map(declared), older: source.components.map(declared))
    return components.compactMap { new in
      source.components.first { $0.name == renames.older[new.name] }.map { (new, $0) }
    }
  }

  /// The type change from `source` that prevents a mapping; `nil` if the values are copied. Core Data compares the types of
  /// attributes, not those of the program.
  func typeChange(from source: DeclaredModel.Attribute, rules: RenameRules) -> MappingError.Kind? {
    // Nobody knows how it is stored.
    if type == .unknown || source.type == .unknown { return nil }
    guard type == source.type else {
      return .typeChanged(before: source.typeName(beside: self), after: typeName(beside: source))
    }
    if rules == .schemaModel, let (before, after) = valueChange(from: source) {
      return .typeChanged(before: before, after: after)
    }
    return componentPairs(from: source).lazy.compactMap { $0.typeChange(from: $1, rules: rules) }.first
  }

  /// The types of the program before and after, if the later one may not be able to read a stored value of the earlier one.
  func valueChange(from source: DeclaredModel.Attribute) -> (before: String, after: String)? {
    guard type == source.type else { return nil }
    if type == .encoded, let before = source.standardType, let after = standardType, before != after {
      return (before, after)
    }
    if let before = source.scalarType, let after = scalarType, !after.holds(before) { return (before.name, after.name) }
    return componentPairs(from: source).lazy.compactMap { $0.valueChange(from: $1) }.first
  }

  /// The scalar type of the standard library; `nil` for any other value, such as an enumeration with a raw value.
  private var scalarType: ScalarType? {
    switch type {
    case .integer16: ScalarType(valueType ?? "Int16")
    case .integer32: ScalarType(valueType ?? "Int32")
    case .integer64: ScalarType(valueType ?? "Int64")
    case .string: ScalarType(valueType ?? "String")
    default: nil
    }
  }

  private func typeName(beside other: Self) -> String {
    guard let valueType, valueType != other.valueType else { return type.rawValue }
    return "\(valueType) (\(type.rawValue))"
  }

  /// The Swift type, if it consists only of types from the standard library; `nil` otherwise, because a new name for
  /// one of the program's own types does not imply another encoding.
  private var standardType: String? {
    guard var text = valueType?.filter({ $0 != " " }) else { return nil }
    if text.hasSuffix("?") { text.removeLast() }
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return words.allSatisfy { Self.standardTypes.contains(String($0)) } ? text : nil
  }

  private static let standardTypes: Set<String> = [
    "Array", "Bool", "Data", "Date", "Decimal", "Dictionary", "Double", "Float", "Int", "Int16", "Int32", "Int64",
    "Int8",
    "Optional", "Set", "String", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "UUID", "URL",
  ]
}

/// Types that share a column type, but have different ranges of values.
private struct ScalarType {
  let name: String
  private let isSigned: Bool
  private let bits: Int

  init?(_ name: String) {
    let known = [
      "Int8": (true, 8), "Int16": (true, 16), "Int32": (true, 32), "Int64": (true, 64), "UInt8": (false, 8),
      "UInt16": (false, 16), "UInt32": (false, 32), "UInt64": (false, 64), "UInt": (false, 64),
      // A character is a valid string, but a string is not always a valid character.
      "Character": (false, 1), "String": (false, 2),
    ]
    guard let (isSigned, bits) = known[name] else { return nil }
    self.name = name
    self.isSigned = isSigned
    self.bits = bits
  }

  /// Whether this type can represent every value of `other`.
  func holds(_ other: ScalarType) -> Bool {
    if isSigned == other.isSigned { return bits >= other.bits }
    return isSigned && bits > other.bits
  }
}
