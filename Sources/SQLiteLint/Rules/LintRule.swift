/// A rule about SQL that can harm the rows of users: a code, and a function that finds violations in a script.
///
/// A rule is a file in `Rules/`, an element of ``all``, a case of ``LintFacts`` for each kind of violation, and a page
/// `Docs/Rules/<code>.md`, whose examples are its tests. The compiler then asks LedgerCore for a case of `Finding.Code`
/// with a title, and for the code, the JSON, the message and the help of the facts.
public struct LintRule: Sendable {
  /// The importance of a finding.
  public enum Severity: String, Sendable {
    case note, warning, error
  }

  /// The code, which never changes, such as `SL401`.
  public let code: String
  /// The name in kebab case.
  public let name: String
  /// The severity of most of its findings; a single finding can have a lower one.
  public let severity: Severity
  /// Whether its findings are true only if foreign keys are on. They are notes if that is not known.
  let needsForeignKeys: Bool
  let find: @Sendable (ScriptTrace) -> [LintFinding]

  init(
    _ code: String, _ name: String, _ severity: Severity, needsForeignKeys: Bool = false,
    find: @escaping @Sendable (ScriptTrace) -> [LintFinding]
  ) {
    self.code = code
    self.name = name
    self.severity = severity
    self.needsForeignKeys = needsForeignKeys
    self.find = find
  }

  /// Whether a program that is part of the migration may do what the script lacks: prepare rows for a constraint, or
  /// create an index or a trigger.
  var isUpToPrograms: Bool {
    [Self.triggerLost, .indexLost, .notNullWithoutBackfill, .uniqueOverRows, .checkOverRows, .strictOverRows]
      .contains { $0.code == code }
  }

  /// Whether its findings are about what a statement does to rows. They are notes if no user has such rows yet.
  var isAboutRows: Bool {
    [Self.rowidsRenumbered, .columnNotCopied, .crossedColumns, .ignoredRows, .quotedText].contains { $0.code == code }
  }

  /// Creates a rule that examines each statement separately.
  static func each(
    _ code: String, _ name: String, _ severity: Severity, needsForeignKeys: Bool = false,
    find: @escaping @Sendable (ScriptTrace.Step, ScriptTrace) -> LintFinding?
  ) -> LintRule {
    LintRule(code, name, severity, needsForeignKeys: needsForeignKeys) { trace in
      trace.steps.compactMap { find($0, trace) }
    }
  }
}

/// A violation of a rule.
public struct LintFinding: Sendable {
  /// The rule's code. ``ScriptLint`` sets it.
  public internal(set) var code = ""
  /// The severity; lower than the rule's if the context reduces the risk. ``ScriptLint`` sets it to the rule's if it is
  /// `nil`.
  public internal(set) var severity: LintRule.Severity?
  /// The line at which the statement begins, from 1.
  public let line: Int
  /// The beginning of the statement, on one line.
  public let words: String
  /// What was found. Its code in LedgerCore is ``code``.
  public let facts: LintFacts
  /// The table, index, view or trigger that the finding is about; `nil` if there is none.
  public var object: String?
  /// A column of ``object``; `nil` if the finding is not about a column.
  public var column: String?
  /// Whether it is a note because it is true only if foreign keys are on, which is not known. ``ScriptLint`` sets it.
  public internal(set) var needsForeignKeys = false
  /// The statement's index in its script; -1 for a finding about a comment.
  let step: Int

  init(
    _ step: ScriptTrace.Step, _ facts: LintFacts, object: String? = nil, column: String? = nil,
    severity: LintRule.Severity? = nil
  ) {
    self.step = step.index
    line = step.line
    words = step.words
    self.facts = facts
    self.object = object
    self.column = column
    self.severity = severity
  }

  /// Creates a finding about a comment, which may follow all statements.
  init(line: Int, words: String, _ facts: LintFacts) {
    step = -1
    self.line = line
    self.words = words
    self.facts = facts
  }
}
