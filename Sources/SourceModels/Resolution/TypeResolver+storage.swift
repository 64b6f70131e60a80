internal import EntityModel

extension TypeResolver {
  /// How values of a type are stored, and whether they are optional.
  func shape(of type: ResolvedType) throws(Refusal) -> (shape: StoredShape, isOptional: Bool) {
    guard case .optional(let wrapped) = type else { return (try plainShape(of: type, []), false) }
    if case .optional = wrapped {
      throw Refusal(.unknownStorage(name: type.description, kind: "optional of an optional"))
    }
    return (try plainShape(of: wrapped, []), true)
  }

  private func plainShape(of type: ResolvedType, _ outer: [TypeID]) throws(Refusal) -> StoredShape {
    switch type {
    case .scalar(let name, let attribute):
      return .attribute(type: attribute, valueType: ScalarTypes.plain.contains(name) ? nil : name, components: [])
    case .configured(let name, let definition): return configured(name, definition)
    case .foreign(let name): return try unknown(type, naming: name)
    case .array(.declared(let id)) where isModel(id): return .toMany(id)
    case .declared(let id) where isModel(id): return .toOne(id)
    case .declared(let id):
      do throws(Refusal) {
        return try declared(id, outer)
      } catch {
        guard error.reason.isAboutStorage else { throw error }
        return .attribute(type: .unknown, valueType: id.name, components: [])
      }
    case .set(.declared(let id)) where isModel(id):
      throw Refusal(.unknownStorage(name: type.description, kind: "set of models"))
    case .array, .set, .dictionary:
      if let name = type.foreignName { return try unknown(type, naming: name) }
      return .attribute(type: .encoded, valueType: type.description, components: [])
    case .optional: throw Refusal(.unknownStorage(name: type.description, kind: "optional of an optional"))
    }
  }

  /// The shape of a type of which no file declares a part. A type that a file declares where it is not visible is refused.
  private func unknown(_ type: ResolvedType, naming name: String) throws(Refusal) -> StoredShape {
    let reason = absent(name)
    guard case .notFound = reason else { throw Refusal(reason) }
    return .attribute(type: .unknown, valueType: type.description, components: [])
  }

  /// Why a name is not found.
  func absent(_ name: String) -> UnresolvedReason {
    let locations = symbols.declarations(named: name.split(separator: ".").map(String.init))
    return locations.isEmpty ? .notFound(name: name) : .notImported(name: name, locations: locations)
  }

  private func configured(_ name: String, _ definition: TypeDefinition) -> StoredShape {
    switch definition {
    case .rawValue(let raw): .attribute(type: raw, valueType: name, components: [])
    case .cases(let cases): .attribute(type: .enumeration, valueType: name, components: cases.map(Self.caseComponent))
    case .structure(let parts): .attribute(type: .composite, valueType: name, components: parts)
    case .encoded: .attribute(type: .encoded, valueType: name, components: [])
    }
  }

  private static func caseComponent(of name: String) -> DeclaredModel.Attribute {
    DeclaredModel.Attribute(name: name, type: .string, isOptional: true)
  }

  private func declared(_ id: TypeID, _ outer: [TypeID]) throws(Refusal) -> StoredShape {
    let entries = symbols.entries(id)
    guard let primary = entries.first(where: { $0.declaration.kind != .extension }) else {
      throw Refusal(.notFound(name: id.text))
    }
    if let raw = rawType(entries) { return .attribute(type: raw, valueType: id.name, components: []) }
    guard isCodable(entries) else { throw Refusal(.notCodable(name: id.text)) }
    if entries.contains(where: \.declaration.codesItself) { throw Refusal(.customCoding(name: id.text)) }
    switch primary.declaration.kind {
    case .enum: return try enumeration(id, primary.declaration)
    case .struct: return try structure(id, primary, entries, outer)
    default: throw Refusal(.unknownStorage(name: id.text, kind: "Codable class"))
    }
  }

  private func enumeration(_ id: TypeID, _ declaration: TypeDeclaration) throws(Refusal) -> StoredShape {
    if let branch = declaration.cases.lazy.compactMap(\.branch).first {
      throw Refusal(.conditional(condition: branch.condition))
    }
    guard !declaration.cases.isEmpty else {
      throw Refusal(.unknownStorage(name: id.text, kind: "enumeration without cases"))
    }
    if declaration.cases.contains(where: \.hasValues) {
      throw Refusal(.unknownStorage(name: id.text, kind: "enumeration with associated values"))
    }
    return .attribute(
      type: .enumeration, valueType: id.name, components: declaration.cases.map { Self.caseComponent(of: $0.name) })
  }

  /// The parts of a structure are the keys that its generated decoder requests: its stored properties, in their order,
  /// under the names of its coding keys.
  ///
  /// https://developer.apple.com/documentation/foundation/encoding-and-decoding-custom-types
  private func structure(
    _ id: TypeID, _ primary: TypeEntry, _ entries: [TypeEntry], _ outer: [TypeID]
  ) throws(Refusal) -> StoredShape {
    if outer.contains(id) { throw Refusal(.unknownStorage(name: id.text, kind: "structure in itself")) }
    let keys = try codingKeys(id)
    var parts: [DeclaredModel.Attribute] = []
    for variable in primary.declaration.variables where !variable.isStatic && !variable.isComputed {
      if let branch = variable.branch { throw Refusal(.conditional(condition: branch.condition)) }
      guard !variable.isTuple, !variable.isLazy, variable.attributes.allSatisfy(\.isHarmless) else {
        throw Refusal(.unknownStorage(name: "\(id.text).\(variable.name)", kind: "wrapped property"))
      }
      // The generated decoder leaves out a constant that has a value.
      if variable.isConstant, variable.value != nil { continue }
      guard let key = keys.map({ $0[variable.name] }) ?? variable.name else { continue }
      parts.append(try part(key, variable, primary, outer + [id]))
    }
    guard !parts.isEmpty else { throw Refusal(.unknownStorage(name: id.text, kind: "structure without parts")) }
    return .attribute(type: .composite, valueType: id.name, components: parts)
  }

  private func part(
    _ key: String, _ variable: VariableDeclaration, _ owner: TypeEntry, _ outer: [TypeID]
  ) throws(Refusal) -> DeclaredModel.Attribute {
    var type = try type(of: variable, at: owner.context)
    var isOptional = false
    if case .optional(let wrapped) = type { (type, isOptional) = (wrapped, true) }
    guard
      case .attribute(let stored, let valueType, let components) = try plainShape(of: type, outer),
      !(stored == .encoded && type.isPlainName)
    else {
      throw Refusal(.unknownStorage(name: "\(owner.id.text).\(variable.name)", kind: "part of a structure"))
    }
    return DeclaredModel.Attribute(
      name: key, type: stored, valueType: valueType, isOptional: isOptional, components: components)
  }

  /// The names of the coding keys by property; `nil` if the type does not declare them.
  func codingKeys(_ id: TypeID) throws(Refusal) -> [String: String]? {
    let keys = TypeID(module: id.module, path: id.path + ["CodingKeys"], file: id.file)
    guard let declaration = symbols.primary(keys)?.declaration, declaration.kind == .enum else { return nil }
    var names: [String: String] = [:]
    for key in declaration.cases {
      switch key.rawValue {
      case nil: names[key.name] = key.name
      case .string(let text): names[key.name] = text
      default: throw Refusal(.customCoding(name: id.text))
      }
    }
    return names
  }
}

extension ResolvedType {
  /// Whether it is a type of the repository, rather than a collection.
  fileprivate var isPlainName: Bool {
    switch self {
    case .declared, .configured: true
    default: false
    }
  }
}

extension AttributeUse {
  /// Whether the attribute cannot change how a property is stored.
  fileprivate var isHarmless: Bool {
    ["available", "MainActor", "objc", "usableFromInline", "inlinable", "nonobjc", "preconcurrency"].contains(name)
  }
}

extension TypeResolver {
  /// The attribute type of an enumeration's raw values, or of a `RawRepresentable` structure's.
  private func rawType(_ entries: [TypeEntry]) -> DeclaredModel.AttributeType? {
    guard let primary = entries.first(where: { $0.declaration.kind != .extension }) else { return nil }
    if primary.declaration.kind == .enum {
      guard let first = primary.declaration.inherits.first,
        case .scalar(_, let raw)? = try? resolve(first, at: primary.context.outer)
      else { return nil }
      return raw
    }
    let conforms = entries.contains { entry in
      entry.declaration.inherits.contains { ["RawRepresentable", "OptionSet"].contains($0.path?.last ?? "") }
    }
    guard primary.declaration.kind == .struct, conforms,
      let value = primary.declaration.variables.first(where: { $0.name == "rawValue" && !$0.isStatic }),
      case .scalar? = try? type(of: value, at: primary.context)
    else { return nil }
    // No store shows a structure with raw values.
    return .unknown
  }

  private func isCodable(_ entries: [TypeEntry]) -> Bool {
    var found: Set<String> = []
    for entry in entries {
      for type in entry.declaration.inherits { conformances(type, at: entry.context.outer, &found, 0) }
    }
    return found.contains("Codable") || found.isSuperset(of: ["Encodable", "Decodable"])
  }

  /// Collects the names of the protocols that a type's inheritance clause leads to.
  private func conformances(_ type: TypeText, at context: SymbolContext, _ found: inout Set<String>, _ depth: Int) {
    guard depth < 16 else { return }
    guard case .named(let path, _) = type else {
      // `A & B`
      let parts = type.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
      for part in parts where part != "any" {
        let path = part.split(separator: ".").map(String.init)
        conformances(.named(path, arguments: []), at: context, &found, depth + 1)
      }
      return
    }
    switch symbols.symbol(path, at: context) {
    case .foreign(let names): found.insert(names.last ?? "")
    case .alias(let alias): conformances(alias.declaration.type, at: alias.context, &found, depth + 1)
    case .type(let id):
      for entry in symbols.entries(id) where entry.declaration.kind == .protocol {
        for inherited in entry.declaration.inherits { conformances(inherited, at: entry.context, &found, depth + 1) }
      }
    case .failure: break
    }
  }
}

extension SymbolContext {
  /// The context around the innermost type, in which its inheritance clause is looked up.
  var outer: SymbolContext { SymbolContext(module: module, file: file, path: Array(path.dropLast())) }
}
