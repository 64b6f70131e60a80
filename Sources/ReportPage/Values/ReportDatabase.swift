public import ReportDocuments

/// A database of a report: its versions, its schemas and what was found.
public struct ReportDatabase: Sendable {
  /// A frozen version, or one of several contents of a version.
  public struct Version: Sendable {
    /// Where the entry is.
    public enum State: String, Sendable {
      case present
      /// It is in the work tree, and in no commit.
      case uncommitted
      /// A commit has it, and today's ledger does not: it was deleted or rewritten, or is on another branch.
      case absent
      case withdrawn
    }

    /// The name.
    public var name: String
    /// The id of the entry, in hexadecimal.
    public var entry: String
    /// Where the entry is.
    public var state: State
    /// The index of its schema in ``ReportDatabase/schemas``; `nil` if it cannot be read.
    public var schema: Int?
    /// The indices of the versions that it follows.
    public var parents: [Int]
    /// Short names.
    public var tags: [String]
    /// The abbreviated commit that added it, its date and its author; `nil` if there is none.
    public var commit: String?
    /// The date of the commit.
    public var date: String?
    /// The name of the commit's author.
    public var author: String?
    /// The names of the migrations that its parents do not have.
    public var migrations: [String]
    /// The changes since its parent.
    public var changes: [ChangeDocument]
    /// The outcome of each of ``ReportDatabase/checks``.
    public var outcomes: [Outcome]

    /// Creates a version.
    public init(
      name: String, entry: String, state: State, schema: Int?, parents: [Int] = [], tags: [String] = [],
      commit: String? = nil, date: String? = nil, author: String? = nil, migrations: [String] = [],
      changes: [ChangeDocument] = [], outcomes: [Outcome] = []
    ) {
      (self.name, self.entry, self.state, self.schema, self.parents) = (name, entry, state, schema, parents)
      (self.tags, self.commit, self.date, self.author) = (tags, commit, date, author)
      (self.migrations, self.changes, self.outcomes) = (migrations, changes, outcomes)
    }
  }

  /// What a check says of a version.
  public enum Outcome: Sendable, Hashable {
    case passed
    /// The codes of the findings.
    case warned([String])
    /// The codes of the findings.
    case failed([String])
    /// The codes of findings that a waiver accepts.
    case waived([String])
    /// It was not tried, with the reason if there is one to say.
    case untried(String?)
  }

  /// The name in the configuration.
  public var name: String
  /// The sentence that summarises the verification.
  public var summary: String
  /// The worst of its findings.
  public var verdict: Report.Verdict
  /// Oldest first.
  public var versions: [Version]
  /// Each schema once.
  public var schemas: [ReportSchema]
  /// The names of the checks: the columns of the matrix.
  public var checks: [String]
  /// Errors first.
  public var findings: [FindingDocument]
  /// The changes of today's source since the newest version; `nil` if they are not known.
  public var pending: [ChangeDocument]?

  /// Creates a database.
  public init(
    name: String, summary: String, verdict: Report.Verdict, versions: [Version], schemas: [ReportSchema],
    checks: [String], findings: [FindingDocument], pending: [ChangeDocument]? = nil
  ) {
    (self.name, self.summary, self.verdict, self.versions) = (name, summary, verdict, versions)
    (self.schemas, self.checks, self.findings, self.pending) = (schemas, checks, findings, pending)
  }
}
