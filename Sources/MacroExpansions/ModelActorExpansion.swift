internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Implements `@ModelActor`: an actor with its own context.
open class ModelActorExpansion {}

extension ModelActorExpansion: MemberMacro {
  /// Expands the macro.
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(ActorDeclSyntax.self) else {
      context.diagnose(Diagnostic(node: node, message: ModelMessage.modelActorOnOther))
      return []
    }
    // The properties satisfy requirements of a public protocol. The compiler makes them no more public than the actor.
    let properties: [DeclSyntax] = [
      "public nonisolated let modelExecutor: any SchemaModel.ModelExecutor",
      "public nonisolated let modelContainer: SchemaModel.ModelContainer",
    ]
    guard !declaration.hasContainerInitializer else { return properties }
    return properties + [
      """
      public init(modelContainer: SchemaModel.ModelContainer) {
        let modelContext = SchemaModel.ModelContext(modelContainer)
        self.modelExecutor = SchemaModel.DefaultSerialModelExecutor(modelContext: modelContext)
        self.modelContainer = modelContainer
      }
      """
    ]
  }
}

extension ModelActorExpansion: ExtensionMacro {
  /// Expands the macro.
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ActorDeclSyntax.self), !protocols.isEmpty else { return [] }
    let available = declaration.attributes.availability
    let conformance: DeclSyntax = "\(raw: available)extension \(type.trimmed): SchemaModel.ModelActor {}"
    return [conformance].compactMap { $0.as(ExtensionDeclSyntax.self) }
  }
}

extension ActorDeclSyntax {
  /// Whether the actor declares its own `init(modelContainer:)`, for example to set further properties.
  fileprivate var hasContainerInitializer: Bool {
    memberBlock.members.contains { member in
      let parameters = member.decl.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters
      return parameters?.map(\.firstName.text) == ["modelContainer"]
    }
  }
}
