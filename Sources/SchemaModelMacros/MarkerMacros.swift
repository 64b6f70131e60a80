import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Attribute`, `@Relationship` and `@Transient`: what they say is read by `@Model`.
enum PropertyMarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !context.isInModel {
      context.diagnose(
        Diagnostic(
          node: node, message: ModelMessage.outsideModel("@\(node.attributeName.trimmedDescription)", .warning)))
    }
    return []
  }
}

/// `#Unique` and `#Index`: what they say is read by `@Model`.
enum EntityMarkerMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !context.isInModel {
      context.diagnose(Diagnostic(node: node, message: ModelMessage.outsideModel("#\(node.macroName.text)", .error)))
    }
    return []
  }
}

extension MacroExpansionContext {
  /// Whether the innermost type around says `@Model`.
  fileprivate var isInModel: Bool {
    lexicalContext.first?.as(ClassDeclSyntax.self)?.attributes.contains(named: "Model") ?? false
  }
}
