/// One thing that SQL can do to the rows of users, or leave undone: a code, and how it is seen in a script.
///
/// A rule is a file in `Rules/`, a word in ``all``, and a page `Docs/Rules/<code>.md`, whose examples are its tests.
public struct LintRule: Sendable {
  /// How much it matters.
  public enum Severity: String, Sendable {
    case note, warning, error
  }

  /// Stable: `SL401`.
  public let code: String
  /// In kebab case.
  public let name: String
  /// Of most of its findings; one can be less.
  public let severity: Severity
  let find: @Sendable (ScriptTrace) -> [LintFinding]

  init(
    _ code: String, _ name: String, _ severity: Severity, find: @escaping @Sendable (ScriptTrace) -> [LintFinding]
  ) {
    self.code = code
    self.name = name
    self.severity = severity
    self.find = find
  }

  /// A rule that looks at each statement that has run by itself.
  static func each(
    _ code: String, _ name: String, _ severity: Severity,
    find: @escaping @Sendable (ScriptTrace.Step, ScriptTrace) -> LintFinding?
  ) -> LintRule {
    LintRule(code, name, severity) { trace in trace.steps.compactMap { find($0, trace) } }
  }
}

/// What a rule has found.
public struct LintFinding: Sendable {
  /// The rule's code; set by ``ScriptLint``.
  public internal(set) var code = ""
  /// The rule's, unless the circumstances make it less.
  public internal(set) var severity: LintRule.Severity?
  /// Where its statement begins, from 1.
  public let line: Int
  /// How the statement begins.
  public let words: String
  /// One sentence without a full stop: what will happen to whom.
  public let message: String
  /// What to write in its place.
  public let hint: String
  /// A table, index, view or trigger.
  public var object: String?
  /// A column of ``object``.
  public var column: String?
  /// The statement's number in its script.
  let step: Int

  init(
    _ step: ScriptTrace.Step, _ message: String, hint: String, object: String? = nil, column: String? = nil,
    severity: LintRule.Severity? = nil
  ) {
    self.step = step.index
    line = step.line
    words = step.words
    self.message = message
    self.hint = hint
    self.object = object
    self.column = column
    self.severity = severity
  }

  /// About a comment, which may stand behind all statements.
  init(line: Int, words: String, _ message: String, hint: String) {
    step = -1
    self.line = line
    self.words = words
    self.message = message
    self.hint = hint
  }
}
