import SwiftDiagnostics
import SwiftIfConfig
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import MacroExpansions

/// The macros by the names they are declared with. `inheriting` is what the compiler tells of the subclass of a model:
/// it conforms to everything already.
func macroSpecs(inheriting: Bool = false) -> [String: MacroSpec] {
  let conformances: [TypeSyntax] = inheriting ? [] : ["PersistentModel", "_ModelClass", "Sendable"]
  return [
    "Model": MacroSpec(type: ModelExpansion.self, conformances: conformances),
    "_PersistedProperty": MacroSpec(type: PersistedPropertyExpansion.self),
    "Attribute": MacroSpec(type: PropertyMarkerExpansion.self),
    "Relationship": MacroSpec(type: PropertyMarkerExpansion.self),
    "Transient": MacroSpec(type: PropertyMarkerExpansion.self),
    "Unique": MacroSpec(type: EntityMarkerExpansion.self),
    "Index": MacroSpec(type: EntityMarkerExpansion.self),
    "ModelActor": MacroSpec(type: ModelActorExpansion.self, conformances: ["ModelActor"]),
    "Freeze": MacroSpec(type: FreezeExpansion.self),
    "FreezeSchema": MacroSpec(type: FreezeExpansion.self),
    "AutoTests": MacroSpec(type: AutoTestsExpansion.self),
  ]
}

/// Compares a whole expansion; the support library's failures become issues, which XCTest alone would see otherwise.
func expectExpansion(
  of source: String, _ expected: String, diagnostics: [DiagnosticSpec] = [], inheriting: Bool = false,
  applyFixIts: [String]? = nil, fixed: String? = nil, sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source, expandedSource: expected, diagnostics: diagnostics, macroSpecs: macroSpecs(inheriting: inheriting),
    applyFixIts: applyFixIts, fixedSource: fixed, indentationWidth: .spaces(2),
    failureHandler: { Issue.record("\($0.message)", sourceLocation: sourceLocation) })
}

/// What a compiler tells a macro about a target's language mode.
private func buildConfiguration(languageMode: Int) -> any BuildConfiguration {
  StaticBuildConfiguration(languageVersion: VersionTuple(languageMode), compilerVersion: VersionTuple(6, 3))
}

/// What a source expands to, and what is said of it.
struct Expansion {
  let text: String
  /// Such as `3:7 error: …`, in the order of the source.
  let diagnostics: [String]

  /// Without a language mode, the context is that of a compiler that does not tell it.
  init(of source: String, inheriting: Bool = false, languageMode: Int? = nil) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Shop", fullFilePath: "Models.swift")],
      buildConfiguration: languageMode.map(buildConfiguration))
    let expanded = file.expand(
      macroSpecs: macroSpecs(inheriting: inheriting),
      contextGenerator: {
        BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))
    text = expanded.description
    diagnostics = context.diagnostics.map { diagnostic in
      (context.location(for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "Models.swift"), diagnostic)
    }.sorted { ($0.0.line, $0.0.column) < ($1.0.line, $1.0.column) }
      .map { "\($0.line):\($0.column) \($1.diagMessage.severity): \($1.message)" }
  }
}

extension Expansion {
  /// The source after the first fix-it of each diagnostic.
  static func applyingFixIts(to source: String, languageMode: Int) -> String {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Shop", fullFilePath: "Models.swift")],
      buildConfiguration: buildConfiguration(languageMode: languageMode))
    _ = file.expand(
      macroSpecs: macroSpecs(),
      contextGenerator: {
        BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
      })
    return context.diagnostics.compactMap(\.fixIts.first).flatMap(\.changes).reduce(source) { text, change in
      guard case .replace(let old, let new) = change else { return text }
      return text.replacing(old.description, with: new.description)
    }
  }
}
