import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ModelActor`: an actor with a context of its own.
enum ModelActorMacro {}

extension ModelActorMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(ActorDeclSyntax.self) else {
      context.diagnose(Diagnostic(node: node, message: ModelMessage.modelActorOnOther))
      return []
    }
    let access = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.public) } ? "public " : ""
    return [
      "\(raw: access)nonisolated let modelExecutor: any SchemaModel.ModelExecutor",
      "\(raw: access)nonisolated let modelContainer: SchemaModel.ModelContainer",
      """
      \(raw: access)init(modelContainer: SchemaModel.ModelContainer) {
        let modelContext = SchemaModel.ModelContext(modelContainer)
        self.modelExecutor = SchemaModel.DefaultSerialModelExecutor(modelContext: modelContext)
        self.modelContainer = modelContainer
      }
      """,
    ]
  }
}

extension ModelActorMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ActorDeclSyntax.self), !protocols.isEmpty else { return [] }
    let conformance: DeclSyntax = "extension \(type.trimmed): SchemaModel.ModelActor {}"
    return [conformance].compactMap { $0.as(ExtensionDeclSyntax.self) }
  }
}
