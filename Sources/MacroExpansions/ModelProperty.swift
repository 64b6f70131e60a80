internal import SwiftSyntax

/// A stored property of a model class.
struct ModelProperty {
  /// The identifier as written, with backticks if it is a keyword.
  let identifier: TokenSyntax
  let type: TypeSyntax?
  let initialValue: ExprSyntax?
  /// The first `@Attribute` or `@Relationship`.
  let marker: AttributeSyntax?
  let binding: PatternBindingSyntax
  let declaration: VariableDeclSyntax

  /// The name without backticks.
  var name: String { identifier.identifier?.name ?? identifier.text }

  /// The name of the empty stored variable that initializers must set, so that the compiler still requires a value.
  var storage: String { MacroExpansions.storage(of: identifier) }
}

/// The name of a property's empty stored variable.
func storage(of identifier: TokenSyntax) -> String { "_\(identifier.identifier?.name ?? identifier.text)" }

extension VariableDeclSyntax {
  /// The persisted properties of the declaration: none if it is not persisted, several for `var a = 1, b = 2`.
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

  /// The name of the only persisted property of the declaration. The macros call it for each member of a class, so it
  /// examines no more than it must.
  var persistedIdentifier: TokenSyntax? {
    guard bindings.count == 1, let binding = bindings.first, !binding.isComputed,
      let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier, !isOfType,
      !attributes.contains(named: "Transient")
    else { return nil }
    return identifier
  }

  /// Whether the value is encoded as a whole.
  var isTransformable: Bool {
    attributes.first(named: "Attribute")?.arguments?.as(LabeledExprListSyntax.self)?.contains { argument in
      argument.expression.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)?
        .declName.baseName.text == "transformable"
    } ?? false
  }

  /// Whether the variable belongs to the type rather than to each object.
  var isOfType: Bool { hasModifier(.static) || hasModifier(.class) }

  func hasModifier(_ keyword: Keyword) -> Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(keyword) && $0.detail == nil }
  }
}

extension PatternBindingSyntax {
  /// Whether the variable has a getter. With only `willSet` and `didSet` it is still stored.
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
  /// Whether the attribute is written `@Name` or `@Module.Name`.
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

  /// The attributes inside `#if`.
  var conditional: [AttributeSyntax] {
    compactMap { $0.as(IfConfigDeclSyntax.self) }.flatMap(\.clauses).flatMap { clause -> [AttributeSyntax] in
      guard let list = clause.elements?.as(AttributeListSyntax.self) else { return [] }
      return list.compactMap { $0.as(AttributeSyntax.self) } + list.conditional
    }
  }

  /// All `@available` attributes, one a line.
  var availability: String {
    compactMap { $0.as(AttributeSyntax.self) }.filter { $0.isNamed("available") }.map { $0.trimmedDescription + "\n" }
      .joined()
  }
}

extension DeclGroupSyntax {
  var variables: [VariableDeclSyntax] { memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) } }

  /// The persisted properties in source order, which determines their slots.
  var modelProperties: [ModelProperty] { variables.flatMap(\.modelProperties) }
}
