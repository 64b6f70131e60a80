import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Implements `@Model`: generates the members and conformances of a model class, and `@_PersistedProperty` on each
/// stored property.
///
/// Only the member role reports errors in a class, so that none is reported twice. The extension role reports a
/// declaration that is not a class, because the compiler expands members only when they are used.
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
    // `protocols` lists those to which the class does not conform yet. Only a subclass of a model inherits
    // `_ModelClass`.
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
    // Names are qualified, because the class's scope may contain other types with the same names.
    let conformances = ["PersistentModel", "_ModelClass"].filter { name in protocols.contains { $0.isNamed(name) } }
      .map { "nonisolated SchemaModel.\($0)" }.joined(separator: ", ")
    var extensions: [DeclSyntax] = []
    // An extension needs the same availability as its class.
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
  /// Whether the type is written `Name` or `Module.Name`.
  func isNamed(_ name: String) -> Bool {
    if let member = self.as(MemberTypeSyntax.self) { return member.name.text == name }
    return self.as(IdentifierTypeSyntax.self)?.name.text == name
  }
}
