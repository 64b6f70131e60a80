internal import SwiftSyntax

/// Finds the expressions that create containers and schemas, in functions too.
final class ContainerVisitor: SyntaxVisitor {
  private let lines: LineTable
  private let conditions: ConditionEvaluation
  private(set) var found: [ContainerDeclaration] = []
  private var enclosing: [(names: [String], isPreview: Bool)] = []
  private var variables: [String] = []

  init(lines: LineTable, conditions: ConditionEvaluation) {
    self.lines = lines
    self.conditions = conditions
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name =
      node.calledExpression.as(MemberAccessExprSyntax.self)?.declName
      ?? node.calledExpression.as(DeclReferenceExprSyntax.self)
    guard let name, case let callee = name.baseName.text,
      ["ModelContainer", "modelContainer", "Schema"].contains(callee), !node.arguments.isEmpty
    else {
      return .visitChildren
    }
    found.append(
      ContainerDeclaration(
        callee: callee, line: lines.line(of: name), arguments: [SourceArgument](node.arguments),
        enclosing: enclosing.flatMap(\.names), variable: variables.last,
        isPreview: enclosing.contains(where: \.isPreview)))
    return .visitChildren
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    for part in conditions.branches(of: node, line: 0, inside: nil) {
      if let elements = part.elements { walk(elements) }
    }
    return .skipChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    variables.append(node.pattern.trimmedDescription)
    enclosing.append(([], node.pattern.trimmedDescription.looksLikePreview))
    return .visitChildren
  }
  override func visitPost(_ node: PatternBindingSyntax) {
    variables.removeLast()
    enclosing.removeLast()
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    enclosing.append(([], node.name.text.looksLikePreview))
    return .visitChildren
  }
  override func visitPost(_ node: FunctionDeclSyntax) { enclosing.removeLast() }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    enclosing.append(([], node.macroName.text == "Preview"))
    return .visitChildren
  }
  override func visitPost(_ node: MacroExpansionExprSyntax) { enclosing.removeLast() }

  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
    enclosing.append(([], node.macroName.text == "Preview"))
    return .visitChildren
  }
  override func visitPost(_ node: MacroExpansionDeclSyntax) { enclosing.removeLast() }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, [node.name.plainText]) }
  override func visitPost(_ node: StructDeclSyntax) { enclosing.removeLast() }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, [node.name.plainText]) }
  override func visitPost(_ node: ClassDeclSyntax) { enclosing.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, [node.name.plainText]) }
  override func visitPost(_ node: EnumDeclSyntax) { enclosing.removeLast() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, [node.name.plainText]) }
  override func visitPost(_ node: ActorDeclSyntax) { enclosing.removeLast() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    if case .named(let path, _) = TypeText(node.extendedType) { return enter(node, path) }
    return enter(node, [])
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { enclosing.removeLast() }

  private func enter(_ node: some DeclGroupSyntax, _ names: [String]) -> SyntaxVisitorContinueKind {
    let conforms = node.inheritanceClause?.inheritedTypes.contains {
      ["PreviewProvider", "PreviewModifier"].contains($0.type.trimmedDescription)
    }
    enclosing.append((names, conforms == true || names.contains { $0.looksLikePreview }))
    return .visitChildren
  }
}

extension String {
  fileprivate var looksLikePreview: Bool { lowercased().contains("preview") }
}
