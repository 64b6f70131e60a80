import MacroExpansions
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler's plugin. It has no code of its own: SwiftPM builds a test target that depends on a macro target for the
/// host, with all other tests and everything that they test, so that each file would be compiled a second time.
@main
struct SchemaModelPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ModelMacro.self, PersistedPropertyMacro.self, PropertyMarkerMacro.self, EntityMarkerMacro.self,
    ModelActorMacro.self, FreezeMacro.self, FreezeRayMacro.self, AutoTestsMacro.self,
    FreezeRayAutoTestsMacro.self,
  ]
}

// The compiler asks for a macro by the names of this module and of a type in it.

final class ModelMacro: ModelExpansion {}
final class PersistedPropertyMacro: PersistedPropertyExpansion {}
final class PropertyMarkerMacro: PropertyMarkerExpansion {}
final class EntityMarkerMacro: EntityMarkerExpansion {}
final class ModelActorMacro: ModelActorExpansion {}
final class FreezeMacro: FreezeExpansion {}
final class FreezeRayMacro: FreezeRayExpansion {}
final class AutoTestsMacro: AutoTestsExpansion {}
final class FreezeRayAutoTestsMacro: FreezeRayAutoTestsExpansion {}
