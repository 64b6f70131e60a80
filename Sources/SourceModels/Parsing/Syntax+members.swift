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
  /// The attributes, those in any branch of `#if` included.
  var uses: [AttributeUse] {
    flatMap { element -> [AttributeUse] in
      switch element {
      case .attribute(let attribute): return attribute.use.map { [$0] } ?? []
      case .ifConfigDecl(let block):
        return block.clauses.flatMap { clause -> [AttributeUse] in
          if case .attributes(let list) = clause.elements { return list.uses }
          return []
        }
      }
    }
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

  /// The expression of a getter that consists of one, with or without `return`.
  var onlyExpression: ExprSyntax? {
    var body: CodeBlockItemListSyntax?
    switch accessorBlock?.accessors {
    case .getter(let list): body = list
    case .accessors(let accessors):
      body = accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
    case nil: break
    }
    guard let body, body.count == 1, let item = body.first?.item else { return nil }
    switch item {
    case .expr(let expression): return expression
    case .stmt(let statement): return statement.as(ReturnStmtSyntax.self)?.expression
    case .decl: return nil
    }
  }
}
