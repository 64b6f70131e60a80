public import CanonicalJSON
public import Findings

/// A finding in a JSON report: its encoding is the JSON. `Docs/json/definitions.schema.json` describes the members.
///
/// Another version of the program may have written the report, so codes, roles and words of that kind are strings.
public struct FindingDocument: Codable, Sendable, Hashable {
  /// A condition on the rows of a table.
  public struct Assumption: Codable, Sendable, Hashable {
    /// SQL.
    public let condition: String
    /// The name of the table.
    public let table: String

    /// Creates an assumption.
    public init(condition: String, table: String) { (self.condition, self.table) = (condition, table) }
  }

  /// A command in ``FindingDocument/hint`` that can be run as it is.
  public struct Command: Codable, Sendable, Hashable {
    /// A line for `sh`, to be run in the root of the repository.
    public let command: String
    /// `fix`, or `inspect` for a command that changes nothing.
    public let purpose: String

    /// Creates a command.
    public init(command: String, purpose: String) { (self.command, self.purpose) = (command, purpose) }
  }

  /// A commit that has a part in the finding.
  public struct Commit: Codable, Sendable, Hashable {
    /// `Name <address>`.
    public let author: String
    /// The id, in hexadecimal.
    public let commit: String
    /// When it was made.
    public let date: String
    /// What the commit did.
    public let role: String
    /// The first line of its message.
    public let summary: String

    /// Creates a commit.
    public init(author: String, commit: String, date: String, role: String, summary: String) {
      (self.author, self.commit, self.date, self.role, self.summary) = (author, commit, date, role, summary)
    }
  }

  /// A waiver that does not accept the finding, because it does not say what it is about.
  public struct BroadWaiver: Codable, Sendable, Hashable {
    /// The keys that it lacks.
    public let add: String
    /// Where it is.
    public let waiver: String

    /// Creates a waiver.
    public init(add: String, waiver: String) { (self.add, self.waiver) = (add, waiver) }
  }

  /// A line of the file at ``FindingDocument/path``, and the part of it that the finding is about.
  public struct Excerpt: Codable, Sendable, Hashable {
    /// Where the part begins: the first Unicode scalar of the line is 1.
    public let column: Int
    /// The number of Unicode scalars of the part.
    public let length: Int
    /// The line, without its line feed.
    public let text: String

    /// Creates an excerpt.
    public init(column: Int, length: Int, text: String) {
      (self.column, self.length, self.text) = (column, length, text)
    }
  }

  /// The waiver that accepts the finding.
  public struct Waived: Codable, Sendable, Hashable {
    /// Why.
    public let reason: String
    /// A version or a date.
    public let until: String?

    /// Creates a waiver.
    public init(reason: String, until: String? = nil) { (self.reason, self.until) = (reason, until) }
  }

  /// The condition on generated rows that rules it out.
  public var assumption: Assumption?
  /// The unmerged branch that it is about.
  public var branch: String?
  /// How schemas differ, if that is the finding.
  @OmittedIfEmpty public var changes: [ChangeDocument] = []
  /// Such as `SL302`.
  public var code: String
  /// A column of the object.
  public var column: String?
  /// The commands in the hint, in its order.
  @OmittedIfEmpty public var commands: [Command] = []
  /// The last of ``commits``.
  public var commit: String?
  /// In the order of history.
  @OmittedIfEmpty public var commits: [Commit] = []
  /// The name in the configuration.
  public var database: String?
  /// The id of the entry.
  public var entry: String?
  /// The rows that show it.
  public var evidence: String?
  /// The line of the file at the path.
  public var excerpt: Excerpt?
  /// What the message says, as data.
  public var facts: JSONValue
  /// What helps.
  public var hint: String?
  /// A line of the file at the path, from 1.
  public var line: Int?
  /// One sentence.
  public var message: String
  /// A table, index, view or trigger.
  public var object: String?
  /// The last lines that a command of the repository wrote.
  @OmittedIfEmpty public var output: [String] = []
  /// The address of the description of the code.
  public var page: String?
  /// A path in the repository.
  public var path: String?
  /// Whether it is about a migration that no version has.
  public var pending: Bool?
  /// All places, if there are several.
  @OmittedIfEmpty public var places: [String] = []
  /// Rows that show the problem, each on one line.
  @OmittedIfEmpty public var samples: [String] = []
  /// How much it matters.
  public var severity: Severity
  /// The version that it was migrated to; `nil` for today's schema.
  public var to: String?
  /// A waiver of the code that does not accept it.
  public var tooBroadWaiver: BroadWaiver?
  /// The frozen version that it is about.
  public var version: String?
  /// All versions, if there are several.
  @OmittedIfEmpty public var versions: [String] = []
  /// The waiver that accepts it.
  public var waived: Waived?

  /// A finding with what each has.
  public init(code: String, severity: Severity, message: String, facts: JSONValue) {
    (self.code, self.severity, self.message, self.facts) = (code, severity, message, facts)
  }

  /// The versions that it is about.
  public var allVersions: [String] { versions.isEmpty ? [version].compactMap(\.self) : versions }

  /// The file and the line; `nil` if there is no file.
  public var file: String? { path.map { $0 + (line.map { ":\($0)" } ?? "") } }
}
