/// Where a name is looked up: in a file, inside some types.
struct SymbolContext: Sendable, Hashable {
  let module: String
  let file: String
  /// The names of the enclosing types, outermost first.
  let path: [String]

  /// The file around the types.
  var fileLevel: SymbolContext { SymbolContext(module: module, file: file, path: []) }
  func inside(_ name: String) -> SymbolContext { SymbolContext(module: module, file: file, path: path + [name]) }
}

/// Identifies a type of the repository.
struct TypeID: Sendable, Hashable {
  let module: String
  let path: [String]
  /// The only file that can name the type; `nil` if others can.
  var file: String?

  var name: String { path.last ?? "" }
  var text: String { path.joined(separator: ".") }
}

/// A declaration of a type, or one of its extensions, and its file.
struct TypeEntry: Sendable {
  let declaration: TypeDeclaration
  let file: String
  let module: String
  let id: TypeID

  var location: SourceLocation { SourceLocation(path: file, line: declaration.line) }
  /// Where the names in the declaration are looked up.
  var context: SymbolContext { SymbolContext(module: module, file: file, path: id.path) }
}

/// A type alias, and where the names in it are looked up.
struct AliasEntry: Sendable {
  let declaration: AliasDeclaration
  let context: SymbolContext
}

/// What a name stands for.
enum Symbol: Sendable {
  case type(TypeID)
  case alias(AliasEntry)
  /// A type that no file of the repository declares.
  case foreign([String])
  case failure(UnresolvedReason)
}
