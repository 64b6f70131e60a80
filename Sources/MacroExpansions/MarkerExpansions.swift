internal import SwiftDiagnostics
public import SwiftSyntax
public import SwiftSyntaxMacros

/// Implements `@Attribute`, `@Relationship` and `@Transient`. They generate nothing; `@Model` reads their arguments.
open class PropertyMarkerExpansion: PeerMacro {
  /// Expands the macro.
  public static func expansion(
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

/// Implements `#Unique` and `#Index`. They generate nothing; `@Model` reads their arguments.
open class EntityMarkerExpansion: DeclarationMacro {
  /// Expands the macro.
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !context.isInModel {
      context.diagnose(Diagnostic(node: node, message: ModelMessage.outsideModel("#\(node.macroName.text)", .error)))
    }
    return []
  }
}

extension MacroExpansionContext {
  /// Whether the innermost enclosing type is a `@Model` class.
  fileprivate var isInModel: Bool {
    lexicalContext.first?.as(ClassDeclSyntax.self)?.attributes.contains(named: "Model") ?? false
  }
}
