import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Model`: the members of a model class, its conformances, and `@_PersistedProperty` on each variable the store keeps.
///
/// The member role alone reports what is wrong; the others stay silent then, so that nothing is said twice.
enum ModelMacro {}

extension ModelMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let findings = ModelFindings(node: node, declaration: declaration)
    for diagnostic in findings.diagnostics { context.diagnose(diagnostic) }
    guard findings.isModel, let declaration = declaration.as(ClassDeclSyntax.self) else { return [] }
    return ModelMembers(of: declaration, inheritsModel: inheritsModel(declaration, protocols)).declarations
  }

  /// `protocols` holds those that the class does not conform to yet: a model's subclass inherits them.
  private static func inheritsModel(_ declaration: ClassDeclSyntax, _ protocols: [TypeSyntax]) -> Bool {
    let inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    return !inherited.isEmpty && !protocols.contains { $0.isNamed("PersistentModel") }
      && !inherited.contains { $0.isNamed("PersistentModel") }
  }
}

extension ModelMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(ClassDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self),
      variable.canHaveAccessors, let property = variable.modelProperties.first,
      let slot = declaration.modelProperties.firstIndex(where: { $0.name == property.name })
    else { return [] }
    return ["@SchemaModel._PersistedProperty(slot: \(literal: slot))"]
  }
}

extension ModelMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard ModelFindings(node: node, declaration: declaration).isModel else { return [] }
    var extensions: [DeclSyntax] = []
    if protocols.contains(where: { $0.isNamed("PersistentModel") }) {
      extensions.append("extension \(type.trimmed): SchemaModel.PersistentModel {}")
    }
    if protocols.contains(where: { $0.isNamed("Sendable") }) {
      extensions.append(
        """
        @available(*, unavailable, message: "\(raw: ModelMessage.sendable(type.trimmedDescription))")
        extension \(type.trimmed): Sendable {}
        """)
    }
    return extensions.compactMap { $0.as(ExtensionDeclSyntax.self) }
  }
}

extension TypeSyntax {
  /// Whether it is written `Name` or `Module.Name`.
  func isNamed(_ name: String) -> Bool {
    if let member = self.as(MemberTypeSyntax.self) { return member.name.text == name }
    return self.as(IdentifierTypeSyntax.self)?.name.text == name
  }
}
