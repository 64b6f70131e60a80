internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// The name of the type of which an `init` makes a value: the one before it or, for `.init(…)`, the one that its place
  /// requires; `nil` if this file does not say it, or if another function is called.
  var initializedType: String? {
    guard let member = calledExpression.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init" else {
      return nil
    }
    if let base = member.base { return base.dottedName?.last }
    return requiredType(of: Syntax(self)).flatMap { TypeText($0).nameWithoutOptional }
  }
}

extension TypeText {
  fileprivate var nameWithoutOptional: String? {
    switch self {
    case .optional(let wrapped): wrapped.nameWithoutOptional
    case .named(let path, _): path.last
    default: nil
    }
  }
}

/// The type of an annotation, of the result of a function, or of the variable to which the value is assigned.
private func requiredType(of expression: Syntax) -> TypeSyntax? {
  var node = expression
  while let parent = node.parent {
    switch parent.kind {
    case .initializerClause:
      // A default argument is the other place of such a clause.
      return parent.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type
        ?? parent.parent?.as(FunctionParameterSyntax.self)?.type
    case .exprList:
      guard let sequence = parent.parent?.as(SequenceExprSyntax.self) else { break }
      let elements = Array(sequence.elements)
      if elements.count == 3, elements[1].is(AssignmentExprSyntax.self), elements[2].id == node.id {
        return elements[0].dottedName.flatMap { assignedType($0, at: parent) }
      }
      return nil
    case .functionCallExpr:
      // A closure that is called where it stands gives its value to that place. Any other argument has a parameter's type.
      guard let call = parent.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id,
        node.is(ClosureExprSyntax.self)
      else { return nil }
    case .functionDecl: return parent.as(FunctionDeclSyntax.self)?.signature.returnClause?.type
    case .accessorBlock: return parent.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .extensionDecl, .sourceFile: return nil
    case .codeBlockItem:
      // A statement gives its value to nobody unless it is the only one.
      let list = parent.parent?.as(CodeBlockItemListSyntax.self)
      if !node.is(ReturnStmtSyntax.self), !node.isStatement, list?.count != 1 { return nil }
    default: break
    }
    node = parent
  }
  return nil
}

extension Syntax {
  /// Whether it has statements of its own, in which a `return` may be.
  fileprivate var isStatement: Bool {
    self.is(StmtSyntax.self) || self.is(IfExprSyntax.self) || self.is(SwitchExprSyntax.self)
  }
}

/// The annotation of a variable, `name` or `self.name`, that a body around the place, or its type, declares.
private func assignedType(_ path: [String], at place: Syntax) -> TypeSyntax? {
  guard let name = path.last, path.count == 1 || path == ["self", name] else { return nil }
  var node = place
  while let parent = node.parent {
    var declarations: [DeclSyntax] = []
    if let block = parent.as(CodeBlockItemListSyntax.self) {
      declarations = block.compactMap { if case .decl(let declaration) = $0.item { declaration } else { nil } }
    } else if let members = parent.as(MemberBlockItemListSyntax.self) {
      declarations = members.map(\.decl)
    }
    let bindings = declarations.compactMap { $0.as(VariableDeclSyntax.self) }.flatMap { Array($0.bindings) }
    if let found = bindings.first(where: { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText == name })
    {
      return found.typeAnnotation?.type
    }
    node = parent
  }
  return nil
}
