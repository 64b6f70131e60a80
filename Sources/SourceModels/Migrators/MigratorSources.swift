internal import SwiftParser
internal import SwiftSyntax

/// The Swift files among which a migrator and what it refers to are sought. A file is parsed when a name that it may declare
/// is first looked up.
final class MigratorSources {
  /// A declaration of a member or at file level, with the types around it.
  struct Place {
    let path: String
    let lines: LineTable
    let types: [String]
  }

  struct Function {
    let syntax: FunctionDeclSyntax
    let place: Place
  }

  struct Constant {
    /// The initial value, or the only expression of the getter.
    let value: ExprSyntax
    let place: Place
  }

  /// A body that may register migrations: of a function, a getter, an initial value or an initializer.
  struct Body {
    let name: String
    let syntax: Syntax
    let place: Place
  }

  private let contents: [String: [UInt8]]
  /// What decides which files are parsed.
  private(set) var searches: MigratorSearches
  /// The files that declare a type, a function or a variable of a name, as far as a search of their bytes tells.
  private lazy var declaring = Self.declarations(in: contents)
  private var trees: [String: SourceFileSyntax] = [:]
  private(set) var functions: [String: [Function]] = [:]
  private(set) var constants: [String: [Constant]] = [:]
  /// The cases of enumerations with the expression of the raw value, if it has one.
  private(set) var cases: [String: [(rawValue: ExprSyntax?, place: Place)]] = [:]
  /// The names that stand for other types, with what they stand for.
  private(set) var aliases: [String: [(type: [String], place: Place)]] = [:]
  /// The declarations of types by name, without extensions.
  private(set) var types: [String: [Place]] = [:]
  /// The stored properties by name, each with the types around it.
  private(set) var properties: [String: [Place]] = [:]
  /// The names of protocols, whose extensions declare members of other types.
  private(set) var protocols: Set<String> = []
  private(set) var bodies: [Body] = []
  /// Files that could not be parsed.
  private(set) var unreadable: [SourceLocation] = []

  init(_ files: [(path: String, bytes: [UInt8])]) {
    contents = Dictionary(files.map { ($0.path, $0.bytes) }) { first, _ in first }
    searches = MigratorSearches()
  }

  /// The paths of the files that contain a word.
  func files(containing word: String) -> [String] {
    searches.words.insert(word)
    let word = Array(word.utf8)
    return contents.filter { $0.value.contains(word: word) }.map(\.key).sorted()
  }

  /// Parses the files that may declare a member of a type, or a name outside of types for no type, as seen from a place.
  func ensure(_ name: String, of type: [String], from place: Place) {
    for part in Set(type + place.types).sorted() { ensureType(part) }
    if type.isEmpty { ensureGlobal(name) }
  }

  /// A path with types in place of the aliases in it.
  func resolved(_ path: [String], from place: Place) -> [String] {
    for (index, name) in path.enumerated() {
      ensureType(name)
      let outer = Array(path[..<index])
      let found = members(aliases[name] ?? [], of: outer, from: place) { $0.place }
      guard found.count == 1, members(types[name] ?? [], of: outer, from: place, { $0 }).isEmpty else { continue }
      let isMember = members(types[found[0].type[0]] ?? [], of: outer, from: place, { $0 }).count == 1
      return (isMember ? outer : []) + found[0].type + path[(index + 1)...]
    }
    return path
  }

  /// Parses the files that may declare a type of this name.
  func ensureType(_ name: String) {
    guard searches.types.insert(name).inserted else { return }
    for path in declaring.types[name] ?? [] { parse(path) }
  }

  /// Parses the files that may declare a function or a constant of this name outside of types.
  private func ensureGlobal(_ name: String) {
    guard searches.globals.insert(name).inserted else { return }
    for path in declaring.globals[name] ?? [] { parse(path) }
  }

  func parse(_ path: String) {
    guard trees[path] == nil, let bytes = contents[path] else { return }
    searches.parsed.insert(path)
    guard let tree = FileParsing.tree(of: bytes) else {
      unreadable.append(SourceLocation(path: path, line: 1))
      trees[path] = SourceFileSyntax(statements: CodeBlockItemListSyntax([]))
      return
    }
    trees[path] = tree
    let visitor = MigratorVisitor(path: path, lines: LineTable(bytes))
    visitor.walk(tree)
    for function in visitor.functions { functions[function.syntax.name.plainText, default: []].append(function) }
    for (name, constant) in visitor.constants { constants[name, default: []].append(constant) }
    for (name, rawValue, place) in visitor.cases { cases[name, default: []].append((rawValue, place)) }
    for (name, type, place) in visitor.aliases { aliases[name, default: []].append((type, place)) }
    for (name, place) in visitor.types { types[name, default: []].append(place) }
    for (name, place) in visitor.properties { properties[name, default: []].append(place) }
    protocols.formUnion(visitor.protocols)
    bodies += visitor.bodies
  }

  private static func declarations(
    in contents: [String: [UInt8]]
  ) -> (types: [String: [String]], globals: [String: [String]]) {
    var (types, globals): ([String: [String]], [String: [String]]) = ([:], [:])
    for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) {
      for name in NameScan(bytes).names { types[name, default: []].append(path) }
      for name in NameScan.members(in: bytes) { globals[name, default: []].append(path) }
    }
    return (types, globals)
  }

  /// Those of some declarations that are members of a type, or at file level for no name, as seen from a place: those in the
  /// innermost type around it. Several are left if the name is ambiguous.
  func members<Declaration>(
    _ declarations: [Declaration], of type: [String], from place: Place, _ placeOf: (Declaration) -> Place
  ) -> [Declaration] {
    for count in stride(from: place.types.count, through: 0, by: -1) {
      let path = Array(place.types.prefix(count)) + type
      let found = declarations.filter { placeOf($0).types == path }
      let own = found.filter { placeOf($0).path == place.path }
      if !own.isEmpty { return found.count > own.count && own.count == 1 ? own : found }
      if !found.isEmpty { return found }
    }
    return []
  }
}

/// What was sought in the files for a result. Files that have none of it do not change the result.
public struct MigratorSearches: Sendable {
  var types: Set<String> = []
  var globals: Set<String> = []
  var words: Set<String> = []
  /// The files that were parsed.
  public internal(set) var parsed: Set<String> = []

  /// Whether a file with these contents would be parsed.
  public func concern(_ bytes: [UInt8]) -> Bool {
    !NameScan(bytes).names.isDisjoint(with: types) || !NameScan.members(in: bytes).isDisjoint(with: globals)
      || words.contains { bytes.contains(word: Array($0.utf8)) }
  }
}

/// Collects what a file declares.
private final class MigratorVisitor: SyntaxVisitor {
  private let path: String
  private let lines: LineTable
  private var outer: [String] = []
  /// The number of functions and closures around the node: what is declared in them has no name elsewhere.
  private var depth = 0
  var functions: [MigratorSources.Function] = []
  var constants: [(String, MigratorSources.Constant)] = []
  var cases: [(String, ExprSyntax?, MigratorSources.Place)] = []
  var types: [(String, MigratorSources.Place)] = []
  var aliases: [(String, [String], MigratorSources.Place)] = []
  var protocols: [String] = []
  var properties: [(String, MigratorSources.Place)] = []
  var bodies: [MigratorSources.Body] = []

  init(path: String, lines: LineTable) {
    (self.path, self.lines) = (path, lines)
    super.init(viewMode: .sourceAccurate)
  }

  private var place: MigratorSources.Place { MigratorSources.Place(path: path, lines: lines, types: outer) }

  private func enter(_ name: String) -> SyntaxVisitorContinueKind {
    if depth == 0 { types.append((name, place)) }
    outer.append(name)
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.plainText) }
  override func visitPost(_ node: StructDeclSyntax) { outer.removeLast() }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.plainText) }
  override func visitPost(_ node: ClassDeclSyntax) { outer.removeLast() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.plainText) }
  override func visitPost(_ node: ActorDeclSyntax) { outer.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.plainText) }
  override func visitPost(_ node: EnumDeclSyntax) { outer.removeLast() }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    protocols.append(node.name.plainText)
    return enter(node.name.plainText)
  }
  override func visitPost(_ node: ProtocolDeclSyntax) { outer.removeLast() }

  private var extended: [Int] = []

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    var path = TypeText(node.extendedType).path ?? [node.extendedType.trimmedDescription]
    if path.count > 1, path[0] == "GRDB" { path.removeFirst() }
    outer += path
    extended.append(path.count)
    return .visitChildren
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { outer.removeLast(extended.removeLast()) }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if depth == 0 {
      functions.append(MigratorSources.Function(syntax: node, place: place))
      if let body = node.body {
        bodies.append(MigratorSources.Body(name: node.name.plainText, syntax: Syntax(body), place: place))
      }
    }
    depth += 1
    return .visitChildren
  }
  override func visitPost(_ node: FunctionDeclSyntax) { depth -= 1 }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if depth == 0, let body = node.body {
      bodies.append(MigratorSources.Body(name: "init", syntax: Syntax(body), place: place))
    }
    depth += 1
    return .visitChildren
  }
  override func visitPost(_ node: InitializerDeclSyntax) { depth -= 1 }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    depth += 1
    return .visitChildren
  }
  override func visitPost(_ node: ClosureExprSyntax) { depth -= 1 }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    if depth == 0 {
      for binding in node.bindings { add(binding, of: node) }
    }
    depth += 1
    return .visitChildren
  }
  override func visitPost(_ node: VariableDeclSyntax) { depth -= 1 }

  private func add(_ binding: PatternBindingSyntax, of node: VariableDeclSyntax) {
    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText else { return }
    if !binding.isComputed, !node.modifiers.areStatic { properties.append((name, place)) }
    // Another variable may get another value later.
    let isConstant = node.bindingSpecifier.tokenKind == .keyword(.let) || binding.isComputed || node.modifiers.areStatic
    if isConstant, let value = binding.initializer?.value ?? binding.onlyExpression {
      constants.append((name, MigratorSources.Constant(value: value, place: place)))
    }
    if let body = binding.accessorBlock.map({ Syntax($0) }) ?? binding.initializer.map({ Syntax($0) }) {
      bodies.append(MigratorSources.Body(name: name, syntax: body, place: place))
    }
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    if depth == 0, let type = TypeText(node.initializer.value).path {
      aliases.append((node.name.plainText, type, place))
    }
    return .skipChildren
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    cases.append((node.name.plainText, node.rawValue?.value, place))
    return .skipChildren
  }
}

extension [UInt8] {
  /// Whether the bytes contain some others that are not part of a longer name.
  fileprivate func contains(word: [UInt8]) -> Bool {
    guard let first = word.first, count >= word.count else { return false }
    return withUnsafeBufferPointer { bytes in
      var index = 0
      while index + word.count <= bytes.count {
        defer { index += 1 }
        guard bytes[index] == first, index == 0 || !isName(bytes[index - 1]) else { continue }
        let end = index + word.count
        guard end == bytes.count || !isName(bytes[end]) else { continue }
        if (1..<word.count).allSatisfy({ bytes[index + $0] == word[$0] }) { return true }
      }
      return false
    }
  }
}
