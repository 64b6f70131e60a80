internal import EntityModel

/// Looks up types and decides how they are stored, with the rules of SchemaModel's `AttributeCodec` and of
/// `Docs/StoreLayout.md`. What neither determines is refused.
final class TypeResolver {
  let symbols: SymbolTable
  private let definitions: [String: TypeDefinition]

  init(_ symbols: SymbolTable, definitions: [String: TypeDefinition]) {
    self.symbols = symbols
    self.definitions = definitions
  }

  func resolve(_ type: TypeText, at context: SymbolContext, depth: Int = 0) throws(Refusal) -> ResolvedType {
    guard depth < 32 else { throw Refusal(.cyclicAlias(name: type.text)) }
    switch type {
    case .optional(let wrapped): return .optional(try resolve(wrapped, at: context, depth: depth + 1))
    case .array(let element): return .array(try resolve(element, at: context, depth: depth + 1))
    case .dictionary(let key, let value):
      return .dictionary(
        try resolve(key, at: context, depth: depth + 1), try resolve(value, at: context, depth: depth + 1))
    case .other(let text): throw Refusal(.unknownStorage(name: text, kind: "type"))
    case .named(let path, let arguments): return try named(path, arguments, context, depth)
    }
  }

  private func named(
    _ path: [String], _ arguments: [TypeText], _ context: SymbolContext, _ depth: Int
  ) throws(Refusal) -> ResolvedType {
    let text = path.joined(separator: ".")
    switch symbols.symbol(path, at: context) {
    case .failure(let reason):
      if let definition = definition(path) { return .configured(path.last ?? text, definition) }
      throw Refusal(reason)
    case .type(let id):
      if let definition = definition(id.path) { return .configured(id.name, definition) }
      guard arguments.isEmpty, symbols.primary(id)?.declaration.isGeneric == false else {
        throw Refusal(.unknownStorage(name: text, kind: "generic type"))
      }
      return .declared(id)
    case .alias(let alias):
      guard !alias.declaration.isGeneric, arguments.isEmpty else {
        throw Refusal(.unknownStorage(name: text, kind: "generic alias"))
      }
      return try resolve(alias.declaration.type, at: alias.context, depth: depth + 1)
    case .foreign(let names):
      if let definition = definition(names) { return .configured(names.last ?? text, definition) }
      let isSet = names == ["Set"] || names == ["Swift", "Set"]
      if isSet, arguments.count == 1 { return .set(try resolve(arguments[0], at: context, depth: depth + 1)) }
      guard arguments.isEmpty else { throw Refusal(.unknownStorage(name: text, kind: "generic type")) }
      return ScalarTypes.type(named: names) ?? .foreign(names.joined(separator: "."))
    }
  }

  /// The definition from outside. It may be given for any end of the dotted name.
  private func definition(_ path: [String]) -> TypeDefinition? {
    guard !definitions.isEmpty else { return nil }
    return path.indices.lazy.compactMap { self.definitions[path[$0...].joined(separator: ".")] }.first
  }

  /// Whether a type is a model.
  func isModel(_ id: TypeID) -> Bool { symbols.primary(id).map { symbols.isModel($0) } ?? false }
}

/// Thrown where a type or an argument is not determined.
struct Refusal: Error {
  let reason: UnresolvedReason
  init(_ reason: UnresolvedReason) { self.reason = reason }
}

extension SymbolTable {
  /// Whether a declaration is a SwiftData model. ManagedModels has macros of the same names, so the imports decide.
  func isModel(_ entry: TypeEntry) -> Bool {
    guard entry.declaration.kind == .class, let use = entry.declaration.attribute("Model") else { return false }
    if use.path.count > 1 { return ["SwiftData", "SchemaModel"].contains(use.path[0]) }
    let imports = files[entry.file]?.imports ?? []
    return imports.contains { ["SwiftData", "SchemaModel"].contains($0) } || !imports.contains("ManagedModels")
  }
}
