internal import SwiftSyntax

/// Finds the expressions that create containers, configurations of stores, and schemas, in functions too. The values of
/// local constants take the place of their names.
final class ContainerVisitor: SyntaxVisitor {
  private let lines: LineTable
  private let conditions: ConditionEvaluation
  private(set) var found: [ContainerDeclaration] = []
  private var enclosing: [(names: [String], isPreview: Bool)] = []
  private var locals = LocalScopes()

  init(lines: LineTable, conditions: ConditionEvaluation) {
    self.lines = lines
    self.conditions = conditions
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name =
      node.calledExpression.as(MemberAccessExprSyntax.self)?.declName
      ?? node.calledExpression.as(DeclReferenceExprSyntax.self)
    guard let name, !node.arguments.isEmpty,
      let callee = ContainerDeclaration.Callee(rawValue: node.initializedType ?? name.baseName.text)
    else { return .visitChildren }
    found.append(
      ContainerDeclaration(
        callee: callee, line: lines.line(of: name), arguments: locals.resolved([SourceArgument](node.arguments)),
        enclosing: enclosing.flatMap(\.names), isPreview: enclosing.contains(where: \.isPreview)))
    return .visitChildren
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    for part in conditions.branches(of: node, line: 0, inside: nil) {
      if let elements = part.elements { walk(elements) }
    }
    return .skipChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    enclosing.append(([], node.pattern.trimmedDescription.looksLikePreview))
    return .visitChildren
  }
  override func visitPost(_ node: PatternBindingSyntax) {
    enclosing.removeLast()
    guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText else { return }
    let value = node.initializer?.value ?? node.onlyExpression
    locals.declare(
      name, value.map { SourceExpression($0) }, isAssignedLater: node.initializer == nil && node.accessorBlock == nil)
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    enclosing.append(([], node.name.text.looksLikePreview))
    enterBody(node.signature.parameterClause)
    return .visitChildren
  }
  override func visitPost(_ node: FunctionDeclSyntax) {
    enclosing.removeLast()
    locals.leave()
  }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    enterBody(node.signature.parameterClause)
    return .visitChildren
  }
  override func visitPost(_ node: InitializerDeclSyntax) { locals.leave() }

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
  override func visitPost(_ node: StructDeclSyntax) { leaveType() }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, [node.name.plainText]) }
  override func visitPost(_ node: ClassDeclSyntax) { leaveType() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, [node.name.plainText]) }
  override func visitPost(_ node: EnumDeclSyntax) { leaveType() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, [node.name.plainText]) }
  override func visitPost(_ node: ActorDeclSyntax) { leaveType() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    if case .named(let path, _) = TypeText(node.extendedType) { return enter(node, path) }
    return enter(node, [])
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { leaveType() }

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { enterBody() }
  override func visitPost(_ node: CodeBlockSyntax) { locals.leave() }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { enterBody() }
  override func visitPost(_ node: AccessorBlockSyntax) { locals.leave() }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { enterBody() }
  override func visitPost(_ node: ClosureExprSyntax) { locals.leave() }
  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind { enterBody() }
  override func visitPost(_ node: IfExprSyntax) { locals.leave() }
  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind { enterBody() }
  override func visitPost(_ node: WhileStmtSyntax) { locals.leave() }
  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind { enterBody() }
  override func visitPost(_ node: ForStmtSyntax) { locals.leave() }
  override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind { enterBody() }
  override func visitPost(_ node: CatchClauseSyntax) { locals.leave() }
  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind { enterBody() }
  override func visitPost(_ node: SwitchCaseSyntax) { locals.leave() }

  /// A name that a pattern binds, such as that of `if let`.
  override func visitPost(_ node: IdentifierPatternSyntax) {
    if node.parent?.is(PatternBindingSyntax.self) != true { locals.declare(node.identifier.plainText, nil) }
  }
  override func visitPost(_ node: ClosureShorthandParameterSyntax) { locals.declare(node.name.plainText, nil) }
  override func visitPost(_ node: ClosureParameterSyntax) {
    locals.declare((node.secondName ?? node.firstName).plainText, nil)
  }
  override func visitPost(_ node: SequenceExprSyntax) {
    let elements = Array(node.elements)
    guard elements.count >= 3, elements[1].is(AssignmentExprSyntax.self),
      let name = elements[0].as(DeclReferenceExprSyntax.self)?.baseName.plainText
    else { return }
    locals.assign(name, elements.count == 3 ? SourceExpression(elements[2]) : .other(node.trimmedDescription))
  }

  private func enterBody() -> SyntaxVisitorContinueKind {
    locals.enterBody()
    return .visitChildren
  }

  private func enter(_ node: some DeclGroupSyntax, _ names: [String]) -> SyntaxVisitorContinueKind {
    let conforms = node.inheritanceClause?.inheritedTypes.contains {
      ["PreviewProvider", "PreviewModifier"].contains($0.type.trimmedDescription)
    }
    enclosing.append((names, conforms == true || names.contains { $0.looksLikePreview }))
    locals.enterType()
    return .visitChildren
  }

  private func leaveType() {
    enclosing.removeLast()
    locals.leave()
  }
}

// MARK: Local names

extension ContainerVisitor {
  /// The value of a parameter is its default. A truth value is decided by each call.
  private func enterBody(_ clause: FunctionParameterClauseSyntax) {
    locals.enterBody()
    for parameter in clause.parameters {
      let name = (parameter.secondName ?? parameter.firstName).plainText
      let value = parameter.defaultValue.map { SourceExpression($0.value) }
      if case .boolean? = value { locals.declare(name, nil) } else { locals.declare(name, value) }
    }
  }
}

extension String {
  fileprivate var looksLikePreview: Bool { lowercased().contains("preview") }
}
