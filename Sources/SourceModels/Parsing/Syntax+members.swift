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
