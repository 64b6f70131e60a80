internal import SwiftSyntax

extension ClosureExprSyntax {
  /// The types of the objects that the closure fetches or deletes: `T` in `FetchDescriptor<T>`, `#Predicate<T>` and
  /// `delete(model: T.self)`.
  var fetchedTypes: [TypeText] {
    let visitor = FetchedTypes(viewMode: .sourceAccurate)
    visitor.walk(self)
    return visitor.types
  }
}

private final class FetchedTypes: SyntaxVisitor {
  private static let generics: Set<String> = ["FetchDescriptor", "Predicate"]

  private(set) var types: [TypeText] = []

  override func visit(_ node: GenericSpecializationExprSyntax) -> SyntaxVisitorContinueKind {
    if case .named(let path, let arguments)? = TypeText(expression: ExprSyntax(node)) { add(path, arguments) }
    return .visitChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if case .named(let path, let arguments) = TypeText(TypeSyntax(node)) { add(path, arguments) }
    return .visitChildren
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    if node.macroName.text == "Predicate", let clause = node.genericArgumentClause {
      for argument in clause.arguments {
        if case .type(let type) = argument.argument { types.append(TypeText(type)) }
      }
    }
    return .visitChildren
  }

  override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    if node.label?.text == "model", let member = node.expression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.tokenKind == .keyword(.self), let base = member.base,
      let type = TypeText(expression: base)
    {
      types.append(type)
    }
    return .visitChildren
  }

  private func add(_ path: [String], _ arguments: [TypeText]) {
    if let name = path.last, Self.generics.contains(name) { types += arguments }
  }
}
