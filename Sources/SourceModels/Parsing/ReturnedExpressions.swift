internal import SwiftSyntax

extension CodeBlockItemListSyntax {
  /// The expressions that a getter or a function with these statements may return: those of each `return`, or of each branch
  /// of an `if` or `switch` that is the only statement.
  ///
  /// - Parameter parameters: the names of the parameters, whose values are not known.
  func returnedExpressions(parameters: [String] = []) -> [SourceExpression] {
    var scopes = LocalScopes()
    scopes.enterBody()
    for name in parameters { scopes.declare(name, nil) }
    let visitor = ReturnVisitor(viewMode: .sourceAccurate)
    visitor.walk(self)
    // A local name hides a member, also if its value is not known.
    for name in visitor.names { scopes.declare(name, nil) }
    for case .decl(let declaration) in map(\.item) {
      for binding in declaration.as(VariableDeclSyntax.self)?.bindings ?? [] {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText,
          visitor.names.count(where: { $0 == name }) == 1
        else { continue }
        scopes.declare(name, binding.initializer.map { SourceExpression($0.value) })
      }
    }
    return (onlyValues ?? visitor.expressions).map { scopes.resolved(SourceExpression($0)) }
  }

  /// The values of the only statement, without `return`; `nil` if there are several statements, or it is another one.
  private var onlyValues: [ExprSyntax]? {
    guard count == 1, let item = first?.item else { return nil }
    switch item {
    case .expr(let expression): return [expression]
    case .stmt(let statement):
      guard let branches = statement.as(ExpressionStmtSyntax.self)?.expression.branches else { return nil }
      let values = branches.map(\.onlyValues)
      return values.contains { $0 == nil } ? nil : values.flatMap { $0 ?? [] }
    case .decl: return nil
    }
  }
}

extension ExprSyntax {
  /// The bodies of an `if` or a `switch`.
  fileprivate var branches: [CodeBlockItemListSyntax]? {
    if let expression = self.as(SwitchExprSyntax.self) {
      return expression.cases.compactMap { $0.as(SwitchCaseSyntax.self)?.statements }
    }
    guard let expression = self.as(IfExprSyntax.self) else { return nil }
    switch expression.elseBody {
    case .codeBlock(let block): return [expression.body.statements, block.statements]
    case .ifExpr(let other): return [expression.body.statements] + (ExprSyntax(other).branches ?? [])
    case nil: return [expression.body.statements]
    }
  }
}

/// Finds what a body returns, and the names that it declares or assigns.
private final class ReturnVisitor: SyntaxVisitor {
  private(set) var expressions: [ExprSyntax] = []
  private(set) var names: [String] = []

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let expression = node.expression { expressions.append(expression) }
    return .skipChildren
  }
  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.append(node.identifier.plainText)
    return .visitChildren
  }
  override func visitPost(_ node: SequenceExprSyntax) {
    let elements = Array(node.elements)
    guard elements.count >= 3, elements[1].is(AssignmentExprSyntax.self),
      let name = elements[0].as(DeclReferenceExprSyntax.self)?.baseName.plainText
    else { return }
    names.append(name)
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
