internal import SQLiteSandbox
internal import SQLiteSyntax

/// One script, run statement by statement, with the schema before and after each.
struct ScriptTrace: Sendable {
  struct Step: Sendable {
    let index: Int
    let tokens: [Token]
    let text: String
    /// From 1.
    let line: Int
    /// UTF-8 offsets in the script, without the semicolon.
    let range: Range<Int>
    let action: Action
    let before: SchemaState
    let after: SchemaState
    /// Before it runs: whether a transaction is open.
    let isInTransaction: Bool
    /// Before it runs.
    let foreignKeys: Enforcement
    /// Whether it ran without an error.
    let hasRun: Bool
    /// `"…"` that names no column, so that SQLite reads it as a string.
    let texts: Set<String>
    /// What each table is before it runs, by folded name.
    let identities: [String: Identity]
    /// ``ScriptTrace/unreleased``.
    let unreleased: Set<String>
  }

  /// What is known of `PRAGMA foreign_keys`.
  enum Enforcement: Sendable { case unknown, on, off }

  /// Which table it is that has a name.
  enum Identity: Sendable, Hashable {
    /// The one that had this folded name before the script.
    case old(String)
    /// The one that this statement made.
    case new(Int)
  }

  let script: String
  /// Whether the tool opens a transaction around the script.
  let isWrapped: Bool
  let start: SchemaState
  /// Folded names of tables of ``start`` that no user has yet, and that have no rows of users therefore.
  var unreleased: Set<String> = []
  /// What users have; nil where that is ``start``.
  var released: SchemaState?
  /// The steps of scripts before this one that are as new to users as it is.
  var before: [Step] = []
  var steps: [Step] = []
  /// What each table is in the end, by folded name.
  var identities: [String: Identity] = [:]
  /// The error that ended it.
  var failure: SchemaError?
  /// The schema behind the last script of all.
  var final = SchemaState()
  /// Names of functions and collations that only the application has, folded.
  var applicationNames: Set<String> = []

  /// The schema that users have.
  var users: SchemaState { released ?? start }

  var end: SchemaState { steps.last?.after ?? start }

  /// The steps from `index` on.
  func steps(after index: Int) -> ArraySlice<Step> { steps[min(index + 1, steps.count)...] }

  func steps(before index: Int) -> ArraySlice<Step> { steps[..<min(index, steps.count)] }
}

extension ScriptTrace.Step {
  /// The statement's beginning, on one line.
  var words: String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard line.count > 48 else { return line }
    let head = line.prefix(48)
    return (head.lastIndex(of: " ").map { head[..<$0] } ?? head) + " …"
  }

  /// What the table `name` is before this statement.
  func identity(_ name: String) -> ScriptTrace.Identity? { identities[name.foldedASCII] }

  /// Whether rows of users may be in the table `name`: it was there before the script, and has been released.
  func isOld(_ name: String) -> Bool {
    if case .old(let former) = identity(name) { !unreleased.contains(former) } else { false }
  }
}
