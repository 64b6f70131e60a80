public import Findings

/// A rule about SQL that can harm the rows of users: a code, and a function that finds violations in a script.
///
/// A rule is one file in `Rules/`, with its code, the rule, a ``LintViolation`` for each kind of violation, and a page
/// `Docs/Rules/<code>.md`, whose examples are its tests. `make new-rule` writes both, and `.ci/finding-codes` what lists
/// them.
public struct LintRule: Sendable {
  /// The code, which never changes, such as `SL401`.
  public let code: FindingCode
  /// The name in kebab case.
  public let name: String
  /// Whether its findings are true only if foreign keys are on. They are notes if that is not known.
  let needsForeignKeys: Bool
  /// Whether a program that is part of the migration may do what the script lacks: prepare rows for a constraint, or
  /// create an index or a trigger. Its findings are notes if such a program mentions their tables.
  let isUpToPrograms: Bool
  /// Whether its findings are about what a statement does to rows. They are notes if no user has such rows yet.
  let isAboutRows: Bool
  let find: @Sendable (ScriptTrace) -> [LintFinding]

  /// The severity of most of its findings; a single finding can have a lower one.
  public var severity: Severity { code.severity }

  /// - Parameters:
  ///   - code: see ``code``; its findings can be notes.
  ///   - title: what its findings are about, in a few words.
  init(
    _ code: String, _ title: String, _ name: String, _ severity: Severity, needsForeignKeys: Bool = false,
    isUpToPrograms: Bool = false, isAboutRows: Bool = false, find: @escaping @Sendable (ScriptTrace) -> [LintFinding]
  ) {
    self.code = FindingCode(code, title, severity, canBeNote: true)
    self.name = name
    self.needsForeignKeys = needsForeignKeys
    self.isUpToPrograms = isUpToPrograms
    self.isAboutRows = isAboutRows
    self.find = find
  }

  /// Creates a rule that examines each statement separately.
  static func each(
    _ code: String, _ title: String, _ name: String, _ severity: Severity, needsForeignKeys: Bool = false,
    isUpToPrograms: Bool = false, isAboutRows: Bool = false,
    find: @escaping @Sendable (ScriptTrace.Step, ScriptTrace) -> LintFinding?
  ) -> LintRule {
    LintRule(
      code, title, name, severity, needsForeignKeys: needsForeignKeys, isUpToPrograms: isUpToPrograms,
      isAboutRows: isAboutRows
    ) { trace in trace.steps.compactMap { find($0, trace) } }
  }
}

/// A kind of violation of a rule: what was found, as data, and its words. The stored properties are what JSON reports show
/// of it: names and SQL from the script, and what distinguishes one violation from another.
package protocol LintViolation: FindingKind {
  static var rule: LintRule { get }
  /// The consequence, in one sentence without a full stop.
  var message: String { get }
  /// The recommended replacement.
  var help: Help { get }
}

extension LintViolation {
  package var code: FindingCode { Self.rule.code }
  package var severity: Severity { Self.rule.severity }
}
