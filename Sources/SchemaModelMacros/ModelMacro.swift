import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Model`: the members of a model class, its conformances, and `@_PersistedProperty` on each variable the store keeps.
///
/// The member role alone reports what is wrong with a class, so that nothing is said twice. Anything but a class is
/// reported by the extension role, since the compiler expands members where somebody asks for one.
enum ModelMacro {}

extension ModelMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(ClassDeclSyntax.self) else { return [] }
    let findings = ModelFindings(node: node, declaration: declaration)
    for diagnostic in findings.diagnostics { context.diagnose(diagnostic) }
    guard findings.isModel else { return [] }
    // `protocols` holds those that the class does not conform to yet: only a model's subclass inherits this one.
    let inheritsModel = !protocols.contains { $0.isNamed("_ModelClass") }
    return ModelMembers(of: declaration, inheritsModel: inheritsModel).declarations
  }
}

extension ModelMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.as(ClassDeclSyntax.self)?.isGeneric == false, let variable = member.as(VariableDeclSyntax.self),
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
    guard let declaration = declaration.as(ClassDeclSyntax.self) else {
      context.diagnose(Diagnostic(node: node, message: declaration.refusal))
      return []
    }
    guard !declaration.isGeneric else { return [] }
    // Unqualified names may be those of other types where the class is.
    let conformances = ["PersistentModel", "_ModelClass"].filter { name in protocols.contains { $0.isNamed(name) } }
      .map { "nonisolated SchemaModel.\($0)" }.joined(separator: ", ")
    var extensions: [DeclSyntax] = []
    // An extension of what is not everywhere has to say so too.
    let available = declaration.attributes.availability
    if !conformances.isEmpty {
      extensions.append("\(raw: available)extension \(type.trimmed): \(raw: conformances) {}")
    }
    if protocols.contains(where: { $0.isNamed("Sendable") }) {
      extensions.append(
        """
        @available(*, unavailable, message: "\(raw: ModelMessage.sendable(type.trimmedDescription))")
        extension \(type.trimmed): Swift.Sendable {}
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
