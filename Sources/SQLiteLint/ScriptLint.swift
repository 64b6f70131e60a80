internal import Findings
public import SQLiteSandbox
internal import SQLiteSyntax

/// Runs scripts in a database, one after the other, and checks them by the rules of ``LintRule``.
public struct ScriptLint {
  private var run: ScriptRun
  private var traces: [ScriptTrace] = []
  private let applicationNames: Set<Identifier>
  private let otherScripts: [String]
  /// The schema that users have; `nil` if it is the schema before each script.
  private var released: SchemaState?
  private var declared: SchemaState?
  /// The number of traces before ``release()``.
  private var releasedCount = 0
  /// The steps of all scripts, and for each script the range of steps not yet released when it ran. A copy of them for each
  /// script would take memory by the square of the number of scripts.
  private var steps: [ScriptTrace.Step] = []
  private var news: [Range<Int>] = []
  /// The first of the steps since ``release()``.
  private var releasedStep = 0

  /// Creates a lint that has not run any script.
  ///
  /// - Parameters:
  ///   - database: a database with the schema on which the first script runs. All scripts run in it.
  ///   - stubs: replacements for functions and collations that only the application has.
  ///   - otherScripts: scripts of the same project that do not run here, such as those that users have run.
  public init(on database: ScratchDatabase, stubs: Stubs = Stubs(), besides otherScripts: [String] = []) {
    run = ScriptRun(on: database)
    self.otherScripts = otherScripts
    applicationNames = Set((Array(stubs.functions.keys) + stubs.collations))
  }

  /// Declares that users have the database in its current state. From then on, tables that scripts create have no rows
  /// of users, until this method is called again.
  ///
  /// - Throws: `SchemaError` if the schema cannot be read.
  public mutating func release() throws {
    let state = try run.state()
    publish(state)
    (released, releasedCount, releasedStep) = (state, traces.count, steps.count)
  }

  /// Runs a script.
  ///
  /// - Parameters:
  ///   - script: the SQL to run.
  ///   - isWrapped: whether its tool opens a transaction around it.
  ///   - isAssumed: whether that is only likely, because the tool is not known.
  ///   - down: the script that undoes it; `nil` if there is none.
  ///   - programs: programs that ran before or with it.
  ///   - title: the words of the migration's name.
  ///   - foreignKeys: the setting of `PRAGMA foreign_keys` with which the script begins; `nil` if that is not known.
  /// - Returns: the error that ended the script; `nil` if it ran to its end.
  /// - Throws: `SchemaError` if the schema cannot be read.
  public mutating func add(
    _ script: String, title: String = "", isWrapped: Bool, isAssumed: Bool = false, down: String? = nil,
    programs: ProgramTexts = ProgramTexts(), foreignKeys: Bool? = nil
  ) throws -> SchemaError? {
    var trace = try run.trace(
      script, isWrapped: isWrapped, isAssumed: isAssumed, foreignKeys: foreignKeys.map { $0 ? .on : .off } ?? .unknown,
      released: released)
    trace.title = title
    trace.down = down
    trace.programs = programs
    news.append(releasedStep..<steps.count)
    if released != nil { steps += trace.steps }
    traces.append(trace)
    return trace.failure
  }

  /// The findings for each added script, sorted by line. Call this after all migrations have run.
  ///
  /// - Throws: `SchemaError` if the schema cannot be read, and `.timedOut` if the rules take longer for a script than it may
  ///   run.
  public mutating func findings() throws -> [[LintFinding]] {
    let final = try run.state()
    publish(final)
    let versionColumns = versionColumns
    return try zip(traces, news).map { trace, new in
      let time = TimeLimit(seconds: run.database.timeLimit).begin()
      var trace = trace
      trace.before = steps[new]
      trace.final = final
      trace.versionColumns = versionColumns
      trace.applicationNames = applicationNames
      trace.declared = declared
      return try Self.findings(of: trace, within: time)
    }
  }

  /// The columns into which all scripts write their version.
  private var versionColumns: VersionColumns {
    var columns = VersionColumns()
    for step in traces.flatMap(\.steps) {
      if case .update(let update) = step.action { columns.add(update) }
    }
    if columns.isEmpty { return columns }
    for script in otherScripts { columns.read(script) }
    return columns
  }

  /// Tells the scripts since ``release()`` what users get with them.
  private mutating func publish(_ state: SchemaState) {
    var drops: [Drop] = []
    for index in traces[releasedCount...].indices.reversed() {
      traces[index].published = state
      traces[index].laterDrops = drops
      drops += traces[index].steps.compactMap { if case .drop(let drop) = $0.action { drop } else { nil } }
    }
  }

  /// Declares the schema that new databases get, if it does not come from the scripts. What it lacks is not lost by
  /// mistake.
  ///
  /// - Throws: `SchemaError` if the schema cannot be read.
  public mutating func declare(_ database: ScratchDatabase) throws {
    var states = SchemaStates()
    declared = try states.read(database)
  }

  private static func findings(of trace: ScriptTrace, within time: TimeLimit.Remainder) throws -> [LintFinding] {
    let found = try LintRule.all.flatMap { rule in
      try time.check()
      return rule.find(trace).map { $0.weighed(by: rule, in: trace) }
    }
    return Allowance(trace).applied(to: found).sorted { ($0.line, $0.code) < ($1.line, $1.code) }
  }
}

/// The allow comments of a script.
private struct Allowance {
  let comments: [AllowComment]

  init(_ trace: ScriptTrace) {
    comments = AllowComment.all(in: trace.script, statements: trace.steps.map(\.range))
  }

  /// The findings that no comment allows, and findings about the comments themselves.
  func applied(to findings: [LintFinding]) -> [LintFinding] {
    let allowed = comments.filter { !$0.reason.isEmpty }
    let left = findings.filter { finding in
      !allowed.contains { $0.step == finding.step && $0.codes.contains(finding.code.rawValue) }
    }
    return left
      + comments.compactMap { comment in
        mistake(in: comment, findings).map { mistake in
          LintFinding(line: comment.line, words: "-- \(AllowComment.marker)", mistake)
        }
      }
  }

  /// What is wrong with the comment; `nil` if it allows a finding for each of its codes.
  private func mistake(in comment: AllowComment, _ findings: [LintFinding]) -> (any LintViolation)? {
    if comment.codes.isEmpty { return NamesNoRule() }
    let codes = comment.codes.filter { !AllowComment.otherCodes.contains($0) }
    let unknown = codes.filter { code in !LintRule.all.contains { $0.code.rawValue == code } }
    if !unknown.isEmpty { return UnknownRules(codes: unknown) }
    let unused = codes.filter { code in
      !findings.contains { $0.step == comment.step && $0.code.rawValue == code }
    }
    if !unused.isEmpty { return AllowsNothing(codes: unused) }
    return comment.reason.isEmpty ? GivesNoReason(codes: comment.codes) : nil
  }
}
