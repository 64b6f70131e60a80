import SwiftSyntax

/// A variable of a model class that the store keeps.
struct ModelProperty {
  /// As it is written, in backticks where it is a keyword.
  let identifier: TokenSyntax
  let type: TypeSyntax?
  let initialValue: ExprSyntax?
  /// `@Attribute` or `@Relationship`, the first of them.
  let marker: AttributeSyntax?
  let binding: PatternBindingSyntax
  let declaration: VariableDeclSyntax

  /// Without backticks.
  var name: String { identifier.identifier?.name ?? identifier.text }

  /// The stored variable that the initialiser of the class has to set, so that the compiler still asks for a value.
  var storage: String { "_\(name)" }

  var isTransformable: Bool {
    guard let marker, marker.isNamed("Attribute") else { return false }
    return marker.arguments?.as(LabeledExprListSyntax.self)?.contains { argument in
      argument.expression.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)?
        .declName.baseName.text == "transformable"
    } ?? false
  }
}

extension VariableDeclSyntax {
  /// What `@Model` makes of it: nothing for what the store does not keep, several for `var a = 1, b = 2`.
  var modelProperties: [ModelProperty] {
    guard !isOfType, !attributes.contains(named: "Transient") else { return [] }
    return bindings.compactMap { binding in
      guard !binding.isComputed, let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { return nil }
      let marker = attributes.first(named: "Attribute") ?? attributes.first(named: "Relationship")
      return ModelProperty(
        identifier: pattern.identifier.trimmed, type: binding.typeAnnotation?.type.trimmed,
        initialValue: binding.initializer?.value.trimmed, marker: marker, binding: binding, declaration: self)
    }
  }

  /// Whether it belongs to the type and not to each object.
  var isOfType: Bool { hasModifier(.static) || hasModifier(.class) }

  func hasModifier(_ keyword: Keyword) -> Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(keyword) && $0.detail == nil }
  }
}

extension PatternBindingSyntax {
  /// Whether a getter makes its value; `willSet` and `didSet` alone leave it stored.
  var isComputed: Bool {
    guard let accessorBlock else { return false }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return true }
    return !accessors.allSatisfy(\.isObserver)
  }

  var hasObservers: Bool { accessorBlock != nil && !isComputed }
}

extension AccessorDeclSyntax {
  var isObserver: Bool {
    accessorSpecifier.tokenKind == .keyword(.willSet) || accessorSpecifier.tokenKind == .keyword(.didSet)
  }
}

extension AttributeSyntax {
  /// Whether it is written `@Name` or `@Module.Name`.
  func isNamed(_ name: String) -> Bool {
    if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text == name }
    return attributeName.as(IdentifierTypeSyntax.self)?.name.text == name
  }
}

extension AttributeListSyntax {
  func first(named name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.isNamed(name) }
  }

  func contains(named name: String) -> Bool { first(named: name) != nil }

  /// Those that stand inside `#if`.
  var conditional: [AttributeSyntax] {
    compactMap { $0.as(IfConfigDeclSyntax.self) }.flatMap(\.clauses).flatMap { clause -> [AttributeSyntax] in
      guard let list = clause.elements?.as(AttributeListSyntax.self) else { return [] }
      return list.compactMap { $0.as(AttributeSyntax.self) } + list.conditional
    }
  }

  /// All that is said of where a declaration is available, a line each.
  var availability: String {
    compactMap { $0.as(AttributeSyntax.self) }.filter { $0.isNamed("available") }.map { $0.trimmedDescription + "\n" }
      .joined()
  }
}

extension DeclGroupSyntax {
  var variables: [VariableDeclSyntax] { memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) } }

  /// In the order they are written, which numbers their slots.
  var modelProperties: [ModelProperty] { variables.flatMap(\.modelProperties) }
}
