public import Findings
internal import SQLiteSandbox
internal import SQLiteSyntax

/// A violation of a rule.
public struct LintFinding: Sendable {
  /// What was found.
  package let violation: any LintViolation
  /// The severity; lower than the rule's if the context reduces the risk.
  public let severity: Severity
  /// The line at which the statement begins, from 1.
  public let line: Int
  /// The beginning of the statement, on one line.
  public let words: String
  /// The table, index, view or trigger that the finding is about; `nil` if there is none.
  public let object: String?
  /// A column of ``object``; `nil` if the finding is not about a column.
  public let column: String?
  /// Whether it is a note because it is true only if foreign keys are on, which is not known.
  public let needsForeignKeys: Bool
  /// The statement's index in its script; -1 for a finding about a comment.
  let step: Int

  /// The rule's code.
  public var code: FindingCode { violation.code }

  /// - Parameter severity: `nil` for that of the rule.
  init(
    _ step: ScriptTrace.Step, _ violation: any LintViolation, object: Identifier? = nil, column: Identifier? = nil,
    severity: Severity? = nil
  ) {
    self.init(
      violation, severity ?? violation.severity, line: step.line, words: step.words, step: step.index,
      object: object?.text, column: column?.text)
  }

  /// Creates a finding about a comment, which may follow all statements.
  init(line: Int, words: String, _ violation: any LintViolation) {
    self.init(violation, violation.severity, line: line, words: words, step: -1, object: nil, column: nil)
  }

  private init(
    _ violation: any LintViolation, _ severity: Severity, line: Int, words: String, step: Int, object: String?,
    column: String?
  ) {
    self.violation = violation
    self.severity = severity
    self.line = line
    self.words = words
    self.step = step
    self.object = object
    self.column = column
    needsForeignKeys = type(of: violation).rule.needsForeignKeys && severity == .note
  }
}

extension LintFinding {
  /// The finding, as a note if a program may do what the script lacks, if users have no rows that it is about, or if a program
  /// records its migrations in the table.
  func weighed(by rule: LintRule, in trace: ScriptTrace) -> LintFinding {
    let step = trace.steps.first { $0.index == self.step }
    let isDone =
      rule.isUpToPrograms && trace.mayBeDone((step?.action.tables ?? []) + [object?.identifier].compactMap(\.self))
    let isHarmless = rule.isAboutRows && step.map(trace.concernsUserRows) == false
    let isOfProgram =
      rule.isUpToPrograms
      && (object?.identifier).flatMap { trace.start.table($0) }.map {
        TrackingTables.mayBeOfProgram($0.name, columnCount: $0.columns.count)
      } == true
    guard isDone || isHarmless || isOfProgram else { return self }
    return LintFinding(
      violation, .note, line: line, words: words, step: self.step, object: object, column: column)
  }
}

extension ScriptTrace {
  /// Whether a program that is part of the migration mentions one of the objects.
  fileprivate func mayBeDone(_ names: [Identifier]) -> Bool {
    !programs.own.isEmpty && names.contains(where: programs.own.mention)
  }
}

extension Action {
  /// The table that the statement changes or drops.
  fileprivate var tables: [Identifier] {
    switch self {
    case .insert(let insertion): [insertion.table]
    case .drop(let drop): [drop.name]
    case .create(let creation): [creation.table ?? creation.name]
    default: []
    }
  }
}
