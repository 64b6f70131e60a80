internal import SwiftDiagnostics
internal import SwiftParser
internal import SwiftSourceText
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Implements `@FreezeSchema(version:)` and `@Freeze(version:)` of SchemaFreezing: generates functions that freeze a schema
/// version and check it for drift.
open class FreezeExpansion: MemberMacro {
  /// The type whose functions the generated ones call.
  class var runtime: String { "SchemaFreezing.SchemaLedgerRuntime" }

  /// Whether the functions exist in debug builds only.
  class func isForDebugBuilds(_ node: AttributeSyntax) -> Bool { false }

  /// Generates the functions.
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      context.diagnose(Diagnostic(node: node, message: FreezeMessage.notAnEnum))
      return []
    }
    guard let version = node.frozenVersion else {
      context.diagnose(
        Diagnostic(node: node, message: node.givenVersion.map(FreezeMessage.notALiteral) ?? FreezeMessage.noVersion))
      return []
    }
    let suffix = functionSuffix(version)
    if let other = declaration.versions(before: node).first(where: { functionSuffix($0) == suffix }) {
      context.diagnose(Diagnostic(node: node, message: FreezeMessage.sameName(version, other, suffix: suffix)))
      return []
    }
    var members = [
      function("freeze_\(suffix)", calling: "freeze", version, of: declaration),
      function("check_\(suffix)", calling: "checkDrift", version, of: declaration),
    ]
    if isForDebugBuilds(node) { members = [inDebugBuilds(members)] }
    if declaration.versions(before: node).isEmpty {
      members.append(
        "\(raw: declaration.accessOfMembers)static var _$frozenVersion: String? { \(raw: quoted(version)) }")
    }
    return members
  }

  private static func function(
    _ name: String, calling function: String, _ version: String, of declaration: EnumDeclSyntax
  ) -> DeclSyntax {
    """
    @available(macOS 14, iOS 17, *)
    \(raw: declaration.accessOfMembers)static func __freezeray_\(raw: name)() throws {
      try \(raw: runtime).\(raw: function)(
        schema: \(declaration.name.trimmed).self,
        version: \(raw: quoted(version))
      )
    }
    """
  }
}

/// The same for the macros of FreezeRay, whose functions throw another error.
open class FreezeRayExpansion: FreezeExpansion {
  override class var runtime: String { "FreezeRay.FreezeRayRuntime" }

  /// FreezeRay's documents show `#if DEBUG` for `@Freeze`, and `@available` for `@FreezeSchema`.
  override class func isForDebugBuilds(_ node: AttributeSyntax) -> Bool { node.isNamed("Freeze") }
}

/// Implements `@AutoTests` of SchemaFreezing: generates a function that migrates all frozen versions with a plan.
open class AutoTestsExpansion: MemberMacro {
  /// The type whose function the generated one calls.
  class var runtime: String { FreezeExpansion.runtime }
  /// Whether the function exists in debug builds only.
  class var isForDebugBuilds: Bool { false }

  /// Generates the function.
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let name = declaration.as(EnumDeclSyntax.self)?.name ?? declaration.as(StructDeclSyntax.self)?.name
    guard let name else {
      context.diagnose(Diagnostic(node: node, message: FreezeMessage.notAPlan))
      return []
    }
    let function: DeclSyntax = """
      @available(macOS 14, iOS 17, *)
      \(raw: declaration.accessOfMembers)static func __freezeray_test_migrations() throws {
        try \(raw: runtime).testAllMigrations(
          migrationPlan: \(name.trimmed).self
        )
      }
      """
    return [isForDebugBuilds ? inDebugBuilds([function]) : function]
  }
}

/// Implements `@AutoTests` of FreezeRay.
open class FreezeRayAutoTestsExpansion: AutoTestsExpansion {
  override class var runtime: String { FreezeRayExpansion.runtime }
  override class var isForDebugBuilds: Bool { true }
}

/// Declarations that the compiler sees in debug builds only.
private func inDebugBuilds(_ declarations: [DeclSyntax]) -> DeclSyntax {
  """
  #if DEBUG
  \(raw: declarations.map(\.description).joined(separator: "\n\n"))
  #endif
  """
}

/// The suffix of the function names of a version: the version, with `_` for each character that a name cannot contain.
func functionSuffix(_ version: String) -> String {
  String(String.UnicodeScalarView(version.unicodeScalars.map { isNameScalar($0) ? $0 : "_" }))
}

extension AttributeSyntax {
  /// The argument for the version, as written; `nil` if there is none.
  fileprivate var givenVersion: String? {
    guard let argument = arguments?.as(LabeledExprListSyntax.self)?.first,
      argument.label == nil || argument.label?.text == "version",
      argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue == nil
    else { return nil }
    return argument.expression.trimmedDescription
  }

  /// The version in `@Freeze(version: "1.0.0")` or `@Freeze("1.0.0")`; `nil` if the argument is not a plain string
  /// literal.
  fileprivate var frozenVersion: String? {
    guard let argument = arguments?.as(LabeledExprListSyntax.self)?.first,
      argument.label == nil || argument.label?.text == "version",
      let version = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue, !version.isEmpty
    else { return nil }
    return version
  }
}

extension EnumDeclSyntax {
  /// The versions in the freezing attributes before `node`, and in later attributes that are identical to it.
  fileprivate func versions(before node: AttributeSyntax) -> [String] {
    let attributes = attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
      .filter { $0.isNamed("Freeze") || $0.isNamed("FreezeSchema") }
    let isNode: (AttributeSyntax) -> Bool = { $0.trimmedDescription == node.trimmedDescription }
    let repeats = attributes.filter(isNode).dropFirst()
    return (attributes.prefix { !isNode($0) } + repeats).compactMap(\.frozenVersion)
  }
}

extension DeclGroupSyntax {
  /// `public ` or `package ` if the type has that access, so that a test target can call the functions without
  /// `@testable`.
  fileprivate var accessOfMembers: String {
    modifiers.lazy.map(\.name).first { [.keyword(.public), .keyword(.package)].contains($0.tokenKind) }
      .map { "\($0.text) " } ?? ""
  }
}
