internal import SwiftParser
internal import SwiftSyntax

/// One declaration that a slice has or leaves out.
final class SliceItem {
  enum Kind {
    case type, `extension`, `protocol`, alias, function, variable, storedProperty, initializer, enumCase
    /// An operator function, a subscript, a deinitializer: no name refers to it.
    case unnamed
    /// A macro such as `#Unique` in a type.
    case macro
    case `operator`, precedence
  }

  let kind: Kind
  let node: DeclSyntax
  /// The node with the semicolon after the declaration.
  let whole: Syntax
  let file: Int
  let parent: SliceItem?
  /// The names that it declares; of an extension, the last name of the extended type.
  let names: [String]
  var members: [SliceItem] = []
  /// The last names of the types that the declaration inherits from.
  let inherits: [String]
  let isPrivate: Bool
  let isOverride: Bool
  var isKept = false

  init(
    _ kind: Kind, _ node: DeclSyntax, _ whole: Syntax, file: Int, parent: SliceItem?, names: [String],
    inherits: [String] = []
  ) {
    self.kind = kind
    self.node = node
    self.whole = whole
    self.file = file
    self.parent = parent
    self.names = names
    self.inherits = inherits
    let modifiers = node.asProtocol((any WithModifiersSyntax).self)?.modifiers.map(\.name.text) ?? []
    isPrivate = modifiers.contains("private") || modifiers.contains("fileprivate")
    isOverride = modifiers.contains("override")
  }

  /// Whether it has members of its own that may be left out.
  var isContainer: Bool { kind == .type || kind == .extension }
}

/// The declarations of the files from which a slice is made.
struct SliceIndex {
  struct File {
    let path: String
    let module: String
    let bytes: [UInt8]
    let lines: LineTable
    let tree: SourceFileSyntax
    /// The declarations at file level.
    var items: [SliceItem] = []
    let imports: [String]
  }

  /// Declarations under conditions of `#if` that are not known.
  struct Undecided {
    let parent: SliceItem?
    /// Those of all branches.
    let items: [SliceItem]
    let conditions: [AppSlice.Condition]
  }

  private(set) var files: [File] = []
  private(set) var undecided: [Undecided] = []
  private(set) var unreadable: [String] = []
  let evaluation: ConditionEvaluation

  /// - Parameters:
  ///   - module: the module of the plan.
  ///   - known: the modules of the repository.
  init(
    _ sources: [SliceSource], from module: String, known: Set<String>, _ evaluation: ConditionEvaluation
  ) {
    self.evaluation = evaluation
    var waiting = [module]
    var seen = Set(waiting)
    var read: Set<String> = []
    while let next = waiting.popLast() {
      for source in sources where source.modules.contains(next) && read.insert(source.path).inserted {
        guard let tree = FileParsing.tree(of: source.bytes) else {
          unreadable.append(source.path)
          continue
        }
        let imports = tree.imports
        files.append(
          File(
            path: source.path, module: next, bytes: source.bytes, lines: LineTable(source.bytes), tree: tree,
            imports: imports))
        for name in imports where known.contains(name) && seen.insert(name).inserted { waiting.append(name) }
      }
    }
    unreadable.sort()
    for index in files.indices {
      let statements = files[index].tree.statements.map { (Syntax($0), $0.item.as(DeclSyntax.self)) }
      files[index].items = items(statements, in: index, of: nil)
    }
  }

  private mutating func items(
    _ list: [(Syntax, DeclSyntax?)], in file: Int, of parent: SliceItem?
  ) -> [SliceItem] {
    list.flatMap { whole, node -> [SliceItem] in
      guard let node else { return [] }
      if let block = node.as(IfConfigDeclSyntax.self) {
        let unknown = evaluation.unknownConditions(of: block)
        if !unknown.isEmpty {
          let all = block.clauses.flatMap { items(of: $0, in: file, parent) }
          let (path, lines) = (files[file].path, files[file].lines)
          undecided.append(
            Undecided(
              parent: parent, items: all,
              conditions: unknown.map {
                AppSlice.Condition(
                  text: $0.trimmedDescription, location: SourceLocation(path: path, line: lines.line(of: $0)))
              }))
        }
        return evaluation.activeClause(of: block).map { items(of: $0, in: file, parent) } ?? []
      }
      guard let item = item(node, whole, file, parent) else { return [] }
      if let block = node.asProtocol((any DeclGroupSyntax).self)?.memberBlock, item.isContainer {
        item.members = items(block.members.map { (Syntax($0), $0.decl) }, in: file, of: item)
      }
      return [item]
    }
  }

  private mutating func items(of clause: IfConfigClauseSyntax, in file: Int, _ parent: SliceItem?) -> [SliceItem] {
    switch clause.elements {
    case .statements(let statements)?:
      items(statements.map { (Syntax($0), $0.item.as(DeclSyntax.self)) }, in: file, of: parent)
    case .decls(let members)?: items(members.map { (Syntax($0), $0.decl) }, in: file, of: parent)
    default: []
    }
  }

  private func item(_ node: DeclSyntax, _ whole: Syntax, _ file: Int, _ parent: SliceItem?) -> SliceItem? {
    func make(_ kind: SliceItem.Kind, _ names: [String], _ clause: InheritanceClauseSyntax? = nil) -> SliceItem {
      SliceItem(
        kind, node, whole, file: file, parent: parent, names: names,
        inherits: clause?.inheritedTypes.compactMap { $0.type.lastName } ?? [])
    }
    switch node.as(DeclSyntaxEnum.self) {
    case .structDecl(let type): return make(.type, [type.name.plainText], type.inheritanceClause)
    case .classDecl(let type): return make(.type, [type.name.plainText], type.inheritanceClause)
    case .enumDecl(let type): return make(.type, [type.name.plainText], type.inheritanceClause)
    case .actorDecl(let type): return make(.type, [type.name.plainText], type.inheritanceClause)
    case .protocolDecl(let type): return make(.protocol, [type.name.plainText], type.inheritanceClause)
    case .extensionDecl(let type):
      return make(
        .extension, [type.extendedType.lastName ?? type.extendedType.trimmedDescription], type.inheritanceClause)
    case .typeAliasDecl(let alias): return make(.alias, [alias.name.plainText])
    case .associatedTypeDecl(let type): return make(.alias, [type.name.plainText])
    case .functionDecl(let function):
      if case .identifier = function.name.tokenKind { return make(.function, [function.name.plainText]) }
      return parent == nil ? make(.function, [function.name.text]) : make(.unnamed, [function.name.text])
    case .variableDecl(let variable):
      let names = variable.bindings.flatMap { $0.pattern.declaredNames }
      let isStored =
        parent != nil && !variable.modifiers.contains { ["static", "class"].contains($0.name.text) }
        && variable.bindings.contains { $0.accessorBlock.map(\.isObserving) ?? true }
      return make(isStored ? .storedProperty : .variable, names)
    case .initializerDecl: return make(.initializer, ["init"])
    case .enumCaseDecl(let list): return make(.enumCase, list.elements.map(\.name.plainText))
    case .subscriptDecl, .deinitializerDecl: return make(.unnamed, [])
    case .macroExpansionDecl(let macro): return parent == nil ? nil : make(.macro, [macro.macroName.plainText])
    case .operatorDecl(let symbol): return make(.operator, [symbol.name.text])
    case .precedenceGroupDecl: return make(.precedence, [])
    default: return nil
    }
  }
}

extension SourceFileSyntax {
  fileprivate var imports: [String] {
    let visitor = ImportVisitor(viewMode: .sourceAccurate)
    visitor.walk(self)
    return visitor.found
  }
}

/// Finds the imports of a file, also those under a condition.
private final class ImportVisitor: SyntaxVisitor {
  var found: [String] = []

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.path.first?.name.text { found.append(name) }
    return .skipChildren
  }

  override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension TypeSyntax {
  /// The last name of a dotted type, without generic arguments and attributes.
  var lastName: String? {
    if let type = self.as(IdentifierTypeSyntax.self) { return type.name.plainText }
    if let type = self.as(MemberTypeSyntax.self) { return type.name.plainText }
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.lastName }
    if self.is(ArrayTypeSyntax.self) { return "Array" }
    if self.is(DictionaryTypeSyntax.self) { return "Dictionary" }
    return self.is(OptionalTypeSyntax.self) ? "Optional" : nil
  }
}

extension AccessorBlockSyntax {
  /// Whether the property is stored all the same.
  fileprivate var isObserving: Bool {
    guard case .accessors(let list) = accessors else { return false }
    return list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}

extension PatternSyntax {
  fileprivate var declaredNames: [String] {
    if let name = self.as(IdentifierPatternSyntax.self) { return [name.identifier.plainText] }
    if let tuple = self.as(TuplePatternSyntax.self) { return tuple.elements.flatMap { $0.pattern.declaredNames } }
    return []
  }
}
