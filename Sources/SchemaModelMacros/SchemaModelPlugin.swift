import MacroExpansions
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler's plugin. It has no code of its own: a test target that depends on a macro target is built for the machine
/// that compiles, together with everything that it tests, so that each file of the package would be compiled twice.
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
