import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct SchemaModelPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ModelMacro.self, PersistedPropertyMacro.self, PropertyMarkerMacro.self, EntityMarkerMacro.self,
    ModelActorMacro.self, FreezeMacro.self, FreezeRayMacro.self, AutoTestsMacro.self,
    FreezeRayAutoTestsMacro.self,
  ]
}
