/// A name that a module uses and another one declares, although no project says that it may.
public struct GuessedUse: Sendable, Hashable, Comparable {
  /// The name, as declared at file level.
  public let name: String
  /// The module that uses it.
  public let user: String
  /// The module that declares it.
  public let module: String

  /// Compares the modules, then the names.
  public static func < (one: GuessedUse, other: GuessedUse) -> Bool {
    (one.user, one.module, one.name) < (other.user, other.module, other.name)
  }
}

/// The types of the repository. Files are parsed when one of the names that they may declare is first looked up.
final class SymbolTable {
  private let tree: any SourceTree
  private let modules: [ModulePaths]
  private let cache: SourceCache
  /// The modules of files that are listed one by one. A file that several modules compile belongs to the last of them.
  private let moduleOfFile: [String: String]
  /// For each module, the files that it compiles and that belong to another one, by that module.
  let sharedFiles: [String: [String: Set<String>]]
  private var waiting: [String: [SourceFile]] = [:]
  private var loaded: Set<String> = []
  /// The modules whose files no project tells.
  let guesses: Set<String>
  /// The names that were taken from such a module for another one.
  var guessedUses: Set<GuessedUse> = []
  private(set) var types: [TypeKey: [TypeEntry]] = [:]
  private var aliases: [TypeKey: [AliasEntry]] = [:]
  /// Extensions at file level, which may extend the type that an alias stands for.
  private var extensions: [TypeEntry] = []
  private(set) var files: [String: FileDeclarations] = [:]
  /// All declarations of types in the files that may declare models or schemas, in the order of files and lines.
  private(set) var rootTypes: [TypeEntry] = []
  private(set) var rootFiles: [String] = []

  struct TypeKey: Hashable {
    let module: String
    let path: [String]
  }

  init(_ tree: any SourceTree, modules: [ModulePaths], cache: SourceCache) {
    self.tree = tree
    self.modules = modules
    self.cache = cache
    guesses = Set(modules.filter(\.isGuess).map(\.name))
    let owners = Dictionary(modules.flatMap { module in module.paths.map { ($0, module.name) } }) { $1 }
    moduleOfFile = owners
    sharedFiles = modules.reduce(into: [:]) { shared, module in
      for path in module.paths {
        guard let owner = owners[path], owner != module.name else { continue }
        shared[module.name, default: [:]][owner, default: []].insert(path)
      }
    }
    var roots: [SourceFile] = []
    let files = tree.files.sorted()
    cache.read(files, in: tree)
    for file in files {
      guard let scan = cache.scan(of: file, in: tree) else {
        roots.append(file)
        continue
      }
      if scan.isRoot { roots.append(file) }
      for name in scan.names { waiting[name, default: []].append(file) }
    }
    for file in roots {
      rootFiles.append(file.path)
      rootTypes += load(file)
    }
  }

  func module(of path: String) -> String {
    if let name = moduleOfFile[path] { return name }
    var best = ("", -1)
    for module in modules {
      for folder in module.paths where !folder.hasSuffix(".swift") && folder.utf8.count > best.1 {
        if folder.isEmpty || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/") {
          best = (module.name, folder.utf8.count)
        }
      }
    }
    return best.0
  }

  /// The modules that compile a file.
  func modules(compiling path: String) -> [String] {
    let owner = module(of: path)
    return [owner] + sharedFiles.filter { $0.value[owner]?.contains(path) == true }.map(\.key).sorted()
  }

  func isModule(_ name: String) -> Bool { modules.contains { $0.name == name } }

  /// Parses all files that may declare or extend a type of this name.
  func ensure(_ name: String) {
    guard let files = waiting.removeValue(forKey: name) else { return }
    for file in files { load(file) }
  }

  @discardableResult private func load(_ file: SourceFile) -> [TypeEntry] {
    guard loaded.insert(file.path).inserted else { return [] }
    let declarations = cache.declarations(of: file, in: tree)
    files[file.path] = declarations
    var entries: [TypeEntry] = []
    add(declarations.root, SymbolContext(module: module(of: file.path), file: file.path, path: []), nil, &entries)
    return entries
  }

  private func add(
    _ parent: TypeDeclaration, _ context: SymbolContext, _ privateFile: String?, _ entries: inout [TypeEntry]
  ) {
    for alias in parent.aliases {
      let key = TypeKey(module: context.module, path: context.path + [alias.name])
      aliases[key, default: []].append(AliasEntry(declaration: alias, context: context))
    }
    for type in parent.types {
      let path = context.path + type.path
      let hidden = privateFile ?? (type.isPrivate && context.path.isEmpty ? context.file : nil)
      let entry = TypeEntry(
        declaration: type, file: context.file, module: context.module,
        id: TypeID(module: context.module, path: path, file: hidden))
      types[TypeKey(module: context.module, path: path), default: []].append(entry)
      entries.append(entry)
      if type.kind == .extension, context.path.isEmpty, !type.types.isEmpty || !type.aliases.isEmpty {
        extensions.append(entry)
      }
      add(type, SymbolContext(module: context.module, file: context.file, path: path), hidden, &entries)
    }
  }
}

extension SymbolTable {
  /// Adds what extensions of type aliases declare to the types for which the aliases stand.
  ///
  /// - Returns: whether there was anything to add.
  private func addExtensionsOfAliases() -> Bool {
    let waiting = extensions
    extensions = []
    var isAdded = false
    for entry in waiting {
      let path = entry.declaration.path
      for name in path { ensure(name) }
      guard aliases[TypeKey(module: entry.module, path: path)] != nil,
        case .type(let id) = symbol(path, at: entry.context.fileLevel), id.path != path
      else { continue }
      var added: [TypeEntry] = []
      add(entry.declaration, SymbolContext(module: id.module, file: entry.file, path: id.path), nil, &added)
      isAdded = true
    }
    return isAdded
  }

  /// The declaration of a type without its extensions.
  func primary(_ id: TypeID) -> TypeEntry? { entries(id).first { $0.declaration.kind != .extension } }

  /// The declaration of a type and its extensions.
  func entries(_ id: TypeID) -> [TypeEntry] {
    ensure(id.name)
    let own = (types[TypeKey(module: id.module, path: id.path)] ?? []).filter { entry in
      entry.declaration.kind == .extension || entry.id.file == id.file
    }
    // Another module may extend the type, unless it has one of this name itself.
    let others = modules.filter { $0.name != id.module }.compactMap { types[TypeKey(module: $0.name, path: id.path)] }
      .filter { $0.allSatisfy { $0.declaration.kind == .extension } }
    return own + others.flatMap { $0 }
  }

  /// What a name means as a member of some types, or at file level for an empty path; `nil` if it is not declared there.
  func member(_ name: String, of path: [String], module: String, seenFrom file: String) -> Symbol? {
    ensure(name)
    let key = TypeKey(module: module, path: path + [name])
    let declared = (types[key] ?? []).filter { $0.declaration.kind != .extension }
    let visible = declared.filter { $0.id.file == nil || $0.id.file == file }
    let own = visible.filter { $0.id.file == file }
    let candidates = own.isEmpty ? visible : own
    let aliases = (aliases[key] ?? []).filter { !$0.declaration.isPrivate || $0.context.file == file || !path.isEmpty }
    if let first = candidates.first {
      guard candidates.count + aliases.count == 1 else {
        return .failure(
          .ambiguous(
            name: key.path.joined(separator: "."),
            locations: (candidates.map(\.location) + aliases.map(\.location)).sorted()))
      }
      if let branch = first.declaration.branch, first.declaration.kind != .file {
        return .failure(.conditional(condition: branch.condition))
      }
      return .type(first.id)
    }
    guard let alias = aliases.first else {
      // Aliases are looked up at file level, so that this does not need what it adds.
      if !path.isEmpty, addExtensionsOfAliases() { return member(name, of: path, module: module, seenFrom: file) }
      return nil
    }
    if let branch = alias.declaration.branch { return .failure(.conditional(condition: branch.condition)) }
    let types = Set(aliases.map(\.declaration.type))
    guard types.count == 1, aliases.count == 1 else {
      return .failure(.ambiguous(name: key.path.joined(separator: "."), locations: aliases.map(\.location).sorted()))
    }
    return .alias(alias)
  }
}

extension AliasEntry {
  var location: SourceLocation { SourceLocation(path: context.file, line: declaration.line) }
}
