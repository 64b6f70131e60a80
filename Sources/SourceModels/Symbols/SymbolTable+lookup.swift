extension SymbolTable {
  /// What a dotted name means at a place. Aliases are followed.
  ///
  /// The first part is looked up as Swift does: in the enclosing types from the innermost outwards, in the module, then in
  /// the modules that the file imports. Every other part is a member of the one before it.
  func symbol(_ path: [String], at context: SymbolContext, depth: Int = 0) -> Symbol {
    guard depth < 32 else { return .failure(.cyclicAlias(name: path.joined(separator: "."))) }
    guard let first = path.first else { return .failure(.notFound(name: "")) }
    guard let found = unqualified(first, at: context) else {
      if isModule(first), path.count > 1 {
        return rest(
          path, from: 2, member(path[1], of: [], module: first, seenFrom: context.file), context.file, depth)
      }
      return rest(path, from: 1, .foreign([first]), context.file, depth)
    }
    return rest(path, from: 1, found, context.file, depth)
  }

  private func rest(_ path: [String], from index: Int, _ found: Symbol?, _ file: String, _ depth: Int) -> Symbol {
    guard let found else { return .failure(.notFound(name: path.joined(separator: "."))) }
    let target: Symbol
    if case .alias(let alias) = found, let name = alias.declaration.type.path {
      target = symbol(name, at: alias.context, depth: depth + 1)
    } else {
      target = found
    }
    guard index < path.count else { return target }
    switch target {
    case .type(let id):
      let next =
        member(path[index], of: id.path, module: id.module, seenFrom: file)
        ?? extendedMember(path[index], of: id.path, except: id.module, file)
      return rest(path, from: index + 1, next, file, depth)
    case .foreign(let names):
      if let next = extendedMember(path[index], of: names, except: nil, file) {
        return rest(path, from: index + 1, next, file, depth)
      }
      return .foreign(names + path[index...])
    case .alias: return .failure(.notFound(name: path.joined(separator: ".")))
    case .failure: return target
    }
  }

  /// A type in an extension of another module's type, which the file's module or one that it imports declares.
  private func extendedMember(_ name: String, of path: [String], except owner: String?, _ file: String) -> Symbol? {
    for module in [module(of: file)] + importedModules(of: file) where module != owner {
      guard primary(TypeID(module: module, path: path)) == nil,
        let found = member(name, of: path, module: module, seenFrom: file)
      else { continue }
      return found
    }
    return nil
  }

  private func unqualified(_ name: String, at context: SymbolContext) -> Symbol? {
    for count in stride(from: context.path.count, through: 0, by: -1) {
      let path = Array(context.path.prefix(count))
      if let found = member(name, of: path, module: context.module, seenFrom: context.file) { return found }
      // A type in an extension of another module's type sees that type's members.
      if count > 0, let found = importedMember(name, of: path, context) { return found }
    }
    return shared(name, context) ?? imported(name, context) ?? guessed(name, context)
  }

  /// A declaration at file level in a file that the module compiles, too, although the file belongs to another one.
  private func shared(_ name: String, _ context: SymbolContext) -> Symbol? {
    let found = (sharedFiles[context.module] ?? [:]).sorted { $0.key < $1.key }.compactMap { module, files -> Symbol? in
      guard let symbol = member(name, of: [], module: module, seenFrom: context.file) else { return nil }
      switch symbol {
      case .type(let id): return primary(id).map { files.contains($0.file) } == true ? symbol : nil
      case .alias(let alias): return files.contains(alias.context.file) ? symbol : nil
      case .foreign, .failure: return nil
      }
    }
    return found.count > 1 ? ambiguity(name, found) : found.first
  }

  /// A declaration at file level of another module, if it is a guess which files the modules have.
  private func guessed(_ name: String, _ context: SymbolContext) -> Symbol? {
    guard guesses.contains(context.module) else { return nil }
    let found = guesses.subtracting([context.module]).sorted().compactMap { module in
      member(name, of: [], module: module, seenFrom: context.file).map { (module, $0) }
    }
    guard let (module, symbol) = found.first else { return nil }
    if found.count > 1 { return ambiguity(name, found.map(\.1)) }
    guessedUses.insert(GuessedUse(name: name, user: context.module, module: module))
    return symbol
  }

  private func importedMember(_ name: String, of path: [String], _ context: SymbolContext) -> Symbol? {
    for module in importedModules(of: context.file) {
      if let found = member(name, of: path, module: module, seenFrom: context.file) { return found }
    }
    return nil
  }

  /// Where the types of a dotted name are declared, in any module.
  func declarations(named path: [String]) -> [SourceLocation] {
    guard let name = path.last else { return [] }
    ensure(name)
    return types.filter { $0.key.path == path }.flatMap(\.value).filter { $0.declaration.kind != .extension }.map(
      \.location
    ).sorted()
  }

  private func imported(_ name: String, _ context: SymbolContext) -> Symbol? {
    let found = importedModules(of: context.file).filter { $0 != context.module }.compactMap { module in
      member(name, of: [], module: module, seenFrom: context.file)
    }
    return found.count > 1 ? ambiguity(name, found) : found.first
  }

  private func ambiguity(_ name: String, _ found: [Symbol]) -> Symbol {
    let locations = found.flatMap { symbol -> [SourceLocation] in
      switch symbol {
      case .type(let id): primary(id).map { [$0.location] } ?? []
      case .alias(let alias): [alias.location]
      case .failure(.ambiguous(_, let locations)): locations
      default: []
      }
    }
    return .failure(.ambiguous(name: name, locations: locations.sorted()))
  }

  /// The modules of the repository that a file imports, with those that these export again.
  private func importedModules(of file: String) -> [String] {
    var found: [String] = []
    var open = files[file]?.imports ?? []
    while let name = open.popLast() {
      guard isModule(name), !found.contains(name) else { continue }
      found.append(name)
      open += files.filter { module(of: $0.key) == name }.flatMap(\.value.exports)
    }
    return found.sorted()
  }
}
