internal import SwiftDiagnostics
internal import SwiftIfConfig
public import SwiftSyntax
public import SwiftSyntaxMacros

/// Implements `@Model`: generates the members and conformances of a model class, and `@_PersistedProperty` on each
/// stored property.
///
/// Only the member role reports errors in a class, so that none is reported twice. The extension role reports a
/// declaration that is not a class, because the compiler expands members only when they are used.
open class ModelExpansion {
  /// The text is generated with its layout.
  public static var formatMode: FormatMode { .disabled }
}

extension ModelExpansion: MemberMacro {
  /// Expands the macro.
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(ClassDeclSyntax.self) else { return [] }
    let findings = ModelFindings(node: node, declaration: declaration, allowsConstants: context.allowsConstants)
    for diagnostic in findings.diagnostics { context.diagnose(diagnostic) }
    guard findings.isModel else { return [] }
    // `protocols` lists those to which the class does not conform yet. Only a subclass of a model inherits
    // `_ModelClass`.
    let inheritsModel = !protocols.contains { $0.isNamed("_ModelClass") }
    let members = ModelMembers(
      of: declaration, inheritsModel: inheritsModel, allowsConstants: context.allowsConstants)
    return [DeclSyntax(text: members.text)]
  }
}

extension ModelExpansion: MemberAttributeMacro {
  /// Expands the macro.
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let variable = member.as(VariableDeclSyntax.self), let name = variable.persistedIdentifier?.text,
      variable.canHaveAccessors(constants: context.allowsConstants),
      declaration.as(ClassDeclSyntax.self)?.isGeneric == false,
      let slot = declaration.slot(ofPropertyNamed: name)
    else { return [] }
    return [AttributeSyntax(text: "SchemaModel._PersistedProperty(slot: \(slot))")]
  }
}

extension ModelExpansion: ExtensionMacro {
  /// Expands the macro.
  public static func expansion(
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
    var extensions: [String] = []
    // An extension needs the same availability as its class.
    let available = declaration.attributes.availability
    if !conformances.isEmpty {
      extensions.append("\(available)extension \(type.trimmed): \(conformances) {}")
    }
    if protocols.contains(where: { $0.isNamed("Sendable") }) {
      extensions.append(
        """
        @available(*, unavailable, message: "\(ModelMessage.sendable(type.trimmedDescription))")
        extension \(type.trimmed): Swift.Sendable {}
        """)
    }
    return extensions.isEmpty ? [] : [ExtensionDeclSyntax(text: extensions.joined(separator: "\n\n"))]
  }
}

extension MacroExpansionContext {
  /// Whether the compiler gives accessors to constants. In the Swift 5 language mode it only warns, and SwiftData relies
  /// on that; in later modes it rejects them. https://github.com/swiftlang/swift/pull/73878
  fileprivate var allowsConstants: Bool {
    guard let version = buildConfiguration?.languageVersion else { return true }
    return version < VersionTuple(6)
  }
}

extension DeclGroupSyntax {
  /// The index of a property among those of the class.
  fileprivate func slot(ofPropertyNamed name: String) -> Int? {
    var slot = 0
    for member in memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
      guard let identifier = variable.persistedIdentifier else {
        // Several properties in one declaration are an error.
        slot += variable.bindings.count > 1 ? variable.modelProperties.count : 0
        continue
      }
      if identifier.text == name { return slot }
      slot += 1
    }
    return nil
  }
}

extension TypeSyntax {
  /// Whether the type is written `Name` or `Module.Name`.
  func isNamed(_ name: String) -> Bool {
    if let member = self.as(MemberTypeSyntax.self) { return member.name.text == name }
    return self.as(IdentifierTypeSyntax.self)?.name.text == name
  }
}
