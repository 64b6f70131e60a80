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
    /// Whether other files do not see it.
    var isPrivate = false
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
    var parameters: [FunctionParameterSyntax] = []
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
  ///
  /// Without one, the raw value of those with texts is the name.
  private(set) var cases: [String: [(rawValue: ExprSyntax?, isText: Bool, place: Place)]] = [:]
  /// The names that stand for other types, with what they stand for.
  private(set) var aliases: [String: [(type: [String], place: Place)]] = [:]
  /// The declarations of types by name, without extensions.
  private(set) var types: [String: [Place]] = [:]
  /// All variables by name, and those that are stored in values.
  private(set) var variables: [String: [(isStored: Bool, place: Place)]] = [:]
  /// The classes, which may inherit members.
  private(set) var classes: Set<String> = []
  /// The number of steps that may still be taken: code can be written so that following it has no end.
  private var remainingSteps = 1_000_000
  /// The names of protocols, whose extensions declare members of other types.
  private(set) var protocols: Set<String> = []
  private(set) var bodies: [Body] = []
  /// Files that could not be parsed.
  private(set) var unreadable: [SourceLocation] = []

  init(_ files: [(path: String, bytes: [UInt8])]) {
    contents = Dictionary(files.map { ($0.path, $0.bytes) }) { first, _ in first }
    searches = MigratorSearches()
  }

  /// Whether there was too much to follow.
  var isExhausted: Bool { remainingSteps <= 0 }

  /// Counts a step; returns whether there are more.
  func step() -> Bool {
    remainingSteps -= 1
    return remainingSteps > 0
  }

  private var found: [String: [String]] = [:]

  /// The paths of the files that contain a word.
  func files(containing word: String) -> [String] {
    searches.words.insert(word)
    if let known = found[word] { return known }
    let paths = paths(containing: Array(word.utf8))
    found[word] = paths
    return paths
  }

  private func paths(containing word: [UInt8]) -> [String] {
    contents.filter { $0.value.contains(word: word) }.map(\.key).sorted()
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

  /// Parses the files that may declare a function of this name.
  func ensureFunction(_ name: String) { ensureGlobal(name) }

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
    for (name, rawValue, isText, place) in visitor.cases {
      cases[name, default: []].append((rawValue, isText, place))
    }
    for (name, type, place) in visitor.aliases { aliases[name, default: []].append((type, place)) }
    for (name, place) in visitor.types { types[name, default: []].append(place) }
    for (name, isStored, place) in visitor.variables { variables[name, default: []].append((isStored, place)) }
    classes.formUnion(visitor.classes)
    protocols.formUnion(visitor.protocols)
    bodies += visitor.bodies
    // Statements outside of declarations, as in `main.swift`.
    for item in tree.statements where !item.item.is(DeclSyntax.self) {
      bodies.append(Body(name: "", syntax: Syntax(item), place: Place(path: path, lines: LineTable(bytes), types: [])))
    }
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
      let found = declarations.filter { declaration in
        let other = placeOf(declaration)
        return other.types == path && (!other.isPrivate || !path.isEmpty || other.path == place.path)
      }
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
  var cases: [(String, ExprSyntax?, Bool, MigratorSources.Place)] = []
  var classes: [String] = []
  /// Whether the cases of each enumeration around the node have texts as raw values.
  private var haveTexts: [Bool] = []
  var types: [(String, MigratorSources.Place)] = []
  var aliases: [(String, [String], MigratorSources.Place)] = []
  var protocols: [String] = []
  var variables: [(String, Bool, MigratorSources.Place)] = []
  var bodies: [MigratorSources.Body] = []

  init(path: String, lines: LineTable) {
    (self.path, self.lines) = (path, lines)
    super.init(viewMode: .sourceAccurate)
  }

  private var place: MigratorSources.Place { place(nil) }

  private func place(_ modifiers: DeclModifierListSyntax?) -> MigratorSources.Place {
    MigratorSources.Place(path: path, lines: lines, types: outer, isPrivate: modifiers?.arePrivate ?? false)
  }

  /// Only what is certainly, or perhaps, part of a release build.
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    for part in ConditionEvaluation(conditions: KnownConditions()).branches(of: node, line: 0, inside: nil) {
      if let elements = part.elements { walk(elements) }
    }
    return .skipChildren
  }

  private func enter(_ name: String) -> SyntaxVisitorContinueKind {
    if depth == 0 { types.append((name, place)) }
    outer.append(name)
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.plainText) }
  override func visitPost(_ node: StructDeclSyntax) { outer.removeLast() }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    classes.append(node.name.plainText)
    return enter(node.name.plainText)
  }
  override func visitPost(_ node: ClassDeclSyntax) { outer.removeLast() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.plainText) }
  override func visitPost(_ node: ActorDeclSyntax) { outer.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    let inherited = node.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
    haveTexts.append(inherited.contains { ["String", "CodingKey"].contains($0) })
    return enter(node.name.plainText)
  }
  override func visitPost(_ node: EnumDeclSyntax) {
    haveTexts.removeLast()
    outer.removeLast()
  }

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
      functions.append(MigratorSources.Function(syntax: node, place: place(node.modifiers)))
      if let body = node.body {
        bodies.append(
          MigratorSources.Body(
            name: node.name.plainText, syntax: Syntax(body), place: place,
            parameters: Array(node.signature.parameterClause.parameters)))
      }
    }
    depth += 1
    return .visitChildren
  }
  override func visitPost(_ node: FunctionDeclSyntax) { depth -= 1 }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if depth == 0, let body = node.body {
      bodies.append(
        MigratorSources.Body(
          name: "init", syntax: Syntax(body), place: place,
          parameters: Array(node.signature.parameterClause.parameters)))
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
    variables.append((name, !binding.isComputed && !node.modifiers.areStatic, place))
    // Another variable may get another value later. Nobody changes the name of a table.
    let isConstant =
      node.bindingSpecifier.tokenKind == .keyword(.let) || binding.isComputed || name == "databaseTableName"
    if isConstant, let value = binding.initializer?.value ?? binding.onlyExpression {
      constants.append((name, MigratorSources.Constant(value: value, place: place(node.modifiers))))
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
    cases.append((node.name.plainText, node.rawValue?.value, haveTexts.last ?? false, place))
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
