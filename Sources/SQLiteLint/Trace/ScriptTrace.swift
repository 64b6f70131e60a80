internal import SQLiteSandbox
internal import SQLiteSyntax

/// One script, run statement by statement, with the schema before and after each.
struct ScriptTrace: Sendable {
  struct Step: Sendable {
    let index: Int
    let tokens: [Token]
    let text: String
    /// The line at which the statement begins, from 1.
    let line: Int
    /// The UTF-8 offsets of the statement in the script, without the semicolon.
    let range: Range<Int>
    let action: Action
    let before: SchemaState
    let after: SchemaState
    /// Whether a transaction is open before the statement runs.
    let isInTransaction: Bool
    /// The setting of foreign keys before the statement runs.
    let foreignKeys: Enforcement
    /// Whether it ran without an error.
    let hasRun: Bool
    /// The texts in double quotes that SQLite reads as strings, because no column has that name.
    let texts: Set<String>
    /// The identity of each table before the statement runs, by folded name.
    let identities: NamedObjects<Identity>
    /// The value of ``ScriptTrace/unreleased``.
    let unreleased: Set<Identifier>
  }

  /// The known state of `PRAGMA foreign_keys`.
  enum Enforcement: Sendable { case unknown, on, off }

  /// The table that a name stands for.
  enum Identity: Sendable, Hashable {
    /// The table that had this folded name before the script.
    case old(Identifier)
    /// The table that the statement with this index created.
    case new(Int)
  }

  let script: String
  /// The words of the migration's name.
  var title = ""
  /// Whether the tool opens a transaction around the script.
  let isWrapped: Bool
  /// Whether ``isWrapped`` is only likely, because the tool is not known.
  var isWrapperAssumed = false
  /// Programs that ran before or with the script.
  var programs = ProgramTexts()
  /// The script that undoes this one; `nil` if there is none.
  var down: String?
  let start: SchemaState
  /// The folded names of tables of ``start`` that no user has yet, so that they contain no rows of users.
  var unreleased: Set<Identifier> = []
  /// The schema that users have; `nil` if it is ``start``.
  var released: SchemaState?
  /// The steps of earlier scripts that users do not have yet either.
  var before: ArraySlice<Step> = []
  /// What later scripts drop that are released with this one.
  var laterDrops: [Drop] = []
  var steps: [Step] = []
  /// The identity of each table after the script, by folded name.
  var identities = NamedObjects<Identity>() {
    didSet {
      names = [:]
      for case (let name, .new(let index)) in identities { names[index] = name }
    }
  }
  /// The final names of the tables that statements created, by the indexes of the statements.
  private(set) var names: [Int: Identifier] = [:]
  /// The error that ended the script; `nil` if it ran to its end.
  var failure: SchemaError?
  /// The schema with the next release, which users get after this script and the ones that are released with it.
  var published = SchemaState()
  /// The schema after the last of all scripts.
  var final = SchemaState()
  /// The schema that new databases get; `nil` if the scripts make it.
  var declared: SchemaState?
  /// Columns into which the scripts write their version.
  var versionColumns = VersionColumns()
  /// The folded names of functions and collations that only the application has.
  var applicationNames: Set<Identifier> = []

  /// The schema that users have.
  var users: SchemaState { released ?? start }

  var end: SchemaState { steps.last?.after ?? start }

  /// The steps after the one with this index.
  func steps(after index: Int) -> ArraySlice<Step> { steps[min(index + 1, steps.count)...] }

  func steps(before index: Int) -> ArraySlice<Step> { steps[..<min(index, steps.count)] }
}

extension ScriptTrace.Step {
  /// The beginning of the statement, on one line.
  var words: String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard line.count > 48 else { return line }
    let head = line.prefix(48)
    return (head.lastIndex(of: " ").map { head[..<$0] } ?? head) + " …"
  }

  /// The identity of the table `name` before this statement; `nil` if there is no such table.
  func identity(_ name: Identifier) -> ScriptTrace.Identity? { identities[name] }

  /// Whether the table `name` may contain rows of users, because it existed before the script and has been released.
  func isOld(_ name: Identifier) -> Bool {
    if case .old(let former) = identity(name) { !unreleased.contains(former) } else { false }
  }
}
