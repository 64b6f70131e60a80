internal import SwiftSyntax

extension DeclModifierListSyntax {
  var arePrivate: Bool {
    contains { modifier in
      modifier.detail == nil
        && [.keyword(.private), .keyword(.fileprivate)].contains(modifier.name.tokenKind)
    }
  }

  var areStatic: Bool { contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) } }
}

extension AttributeListSyntax {
  /// The attributes. Those around which an `#if` is are included only if its branch is certainly active; if that is not
  /// known, a use with the condition as its argument takes their place.
  func uses(_ conditions: ConditionEvaluation) -> [AttributeUse] {
    flatMap { element -> [AttributeUse] in
      switch element {
      case .attribute(let attribute): return attribute.use.map { [$0] } ?? []
      case .ifConfigDecl(let block): return block.uses(conditions)
      }
    }
  }
}

extension IfConfigDeclSyntax {
  fileprivate func uses(_ evaluation: ConditionEvaluation) -> [AttributeUse] {
    let active = evaluation.branches(of: self, line: 0, inside: nil)
    let lists = active.map { part -> [AttributeUse] in
      if case .attributes(let list) = part.elements { list.uses(evaluation) } else { [] }
    }
    if active.allSatisfy({ $0.branch == nil }) { return lists.flatMap { $0 } }
    let condition = clauses.first?.condition?.trimmedDescription ?? ""
    return lists.flatMap { $0 } + [AttributeUse.conditional(condition)]
  }
}

extension AttributeSyntax {
  fileprivate var use: AttributeUse? {
    guard case .named(let path, _) = TypeText(attributeName) else { return nil }
    guard case .argumentList(let list) = arguments else { return AttributeUse(path: path, arguments: []) }
    return AttributeUse(path: path, arguments: [SourceArgument](list))
  }
}

extension FunctionParameterClauseSyntax {
  var firstLabel: String? { parameters.first?.firstName.text }
}

extension PatternBindingSyntax {
  /// Whether the variable has a getter. With only `willSet` and `didSet` it is still stored.
  var isComputed: Bool {
    guard let accessorBlock else { return false }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return true }
    return !accessors.allSatisfy { accessor in
      [.keyword(.willSet), .keyword(.didSet)].contains(accessor.accessorSpecifier.tokenKind)
    }
  }

  /// The statements of the getter; `nil` without one.
  var getter: CodeBlockItemListSyntax? {
    switch accessorBlock?.accessors {
    case .getter(let list): list
    case .accessors(let accessors):
      accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
    case nil: nil
    }
  }

  /// The expression of a getter that consists of one, with or without `return`.
  var onlyExpression: ExprSyntax? { getter?.onlyExpression }
}

extension CodeBlockItemListSyntax {
  /// The only expression, with or without `return`.
  var onlyExpression: ExprSyntax? {
    guard count == 1, let item = first?.item else { return nil }
    switch item {
    case .expr(let expression): return expression
    case .stmt(let statement): return statement.as(ReturnStmtSyntax.self)?.expression
    case .decl: return nil
    }
  }
}

extension CodeBlockItemListSyntax {
  /// The expressions that the statements may return: those of each `return`, or of each branch of an `if` or `switch` that is
  /// the only statement. Empty if a `return` has none.
  var returnedExpressions: [ExprSyntax] {
    if let only = onlyExpression ?? onlyStatement {
      if let branches = only.branches, !branches.contains(where: \.hasReturn) {
        return branches.flatMap(\.returnedExpressions)
      }
      if onlyExpression != nil { return [only] }
    }
    let visitor = ReturnVisitor(viewMode: .sourceAccurate)
    visitor.walk(self)
    return visitor.expressions
  }
}

extension CodeBlockItemListSyntax {
  /// An `if` or `switch` that is the only statement.
  private var onlyStatement: ExprSyntax? {
    guard count == 1, case .stmt(let statement)? = first?.item else { return nil }
    return statement.as(ExpressionStmtSyntax.self)?.expression
  }

  fileprivate var hasReturn: Bool {
    contains { item in
      if case .stmt(let statement) = item.item { statement.is(ReturnStmtSyntax.self) } else { false }
    }
  }
}

extension ExprSyntax {
  /// The bodies of an `if` with `else`, or of a `switch`.
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

private final class ReturnVisitor: SyntaxVisitor {
  private(set) var expressions: [ExprSyntax] = []

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let expression = node.expression { expressions.append(expression) }
    return .skipChildren
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
