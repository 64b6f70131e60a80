public import Findings
public import GitStore
package import LedgerEntries
package import MigrationSources
public import SQLiteData
public import SQLiteSchema
internal import SQLiteSyntax

/// A problem, or a fact worth knowing, about a ledger, its source or its history. A finding is a result; what stops the work
/// is an error.
///
/// What was found is its ``kind``. The rest is where, with which rows, who did it, what helps here, and whether it is accepted:
/// their members are properties of the finding.
public struct Finding: Sendable, Hashable {
  /// How much a finding matters.
  public typealias Severity = Findings.Severity
  /// A stable code; the list is in `Docs/Findings.md`.
  public typealias Code = FindingCode

  /// A commit that has a part in the finding.
  public struct Commit: Sendable, Hashable, Codable {
    /// What a commit did.
    public enum Role: String, Sendable, Hashable, CaseIterable, Codable {
      case committed, rewrote, deleted, added, changed, reworded, removed, renamed, moved, squashed, reordered,
        restored, withdrew
    }

    /// What it did.
    public let role: Role
    /// Its id, author, committer and first line.
    public let info: CommitInfo

    /// A commit in its role.
    public init(role: Role, info: CommitInfo) {
      self.role = role
      self.info = info
    }
  }

  /// The rows with which a finding about a migration was made.
  public enum Evidence: String, Sendable, Hashable, CaseIterable, Codable {
    /// None: the frozen schema alone shows it.
    case empty
    /// Rows that were frozen with the version.
    case frozen
    /// Rows of a script in the ledger's `rows` folder.
    case supplied
    /// Generated rows.
    case generated
    /// The rows of a user's database.
    case real
  }

  /// A change of one of the version's migrations since the version was frozen: why it migrates as it does.
  package struct Cause: Sendable, Hashable, Codable {
    let path: String
    let role: Commit.Role

    package init(path: String, role: Commit.Role) { (self.path, self.role) = (path, role) }
  }

  /// Where something was found. Every part may be unknown.
  public struct Location: Sendable, Hashable, Codable {
    /// The frozen version it is about, by name.
    public var version: String?
    /// The entry's id.
    public var entry: String?
    /// The version that ``version`` was migrated to; `nil` for today's schema, and where nothing was migrated.
    public package(set) var destination: String?
    /// A path in the repository.
    public var path: String?
    /// The id of the migration it is about, within its convention. A file may contain several migrations, so ``path`` does
    /// not identify one.
    package fileprivate(set) var migration: String?
    /// The name of the migration in the file at ``path``; `nil` if the migration is a file of its own.
    fileprivate var nameInFile: String?
    /// The stage of a migration plan that it is about, `1.0.0 → 2.0.0`; `nil` for any other migration.
    var stage: String?
    /// A line of the file at ``path``, from 1.
    public var line: Int?
    /// A table, index, view or trigger.
    public var object: String?
    /// A column of ``object``, as it was declared.
    public var column: String?
    /// The unmerged branch it is about, by its short name.
    public var branch: String?
  }

  /// What shows it to a reader.
  public struct Exhibits: Sendable, Hashable, Codable {
    /// In the order of history.
    public var commits: [Commit] = []
    /// The last lines that a command of the repository wrote, if the command failed.
    public var output: [String] = []
    /// Up to three rows that it is about, each on one line.
    public var samples: [String] = []
    /// The line of the file that it is about; `nil` if it names none.
    public package(set) var excerpt: Excerpt?
    /// How schemas differ, if that is the finding; sorted by their text.
    public var changes: [SchemaChange] = []
  }

  /// With what a version was migrated; empty for a finding that is not about migrating one.
  public struct Trial: Sendable, Hashable, Codable {
    /// The rows that show it.
    public package(set) var evidence: Evidence?
    /// Whether it is about a migration that no version of the ledger has; `nil` if it is about no migration.
    public package(set) var isPending: Bool?
    /// The setting of `PRAGMA foreign_keys` for which alone it is true; `nil` if it is true for both.
    package var foreignKeys: Bool?
    /// The condition on generated rows that rules it out; `nil` if none does or none is known.
    public package(set) var assumption: Assumption?
  }

  /// What is known about its cause, and what helps here.
  package struct Advice: Sendable, Hashable, Codable {
    /// What helps here, if that depends on more than the kind.
    package var remedy: Remedy?
    /// The revision that has what was frozen; `nil` for `HEAD`.
    package var revision: String?
    /// The version that was frozen with it: no edit of the source can undo it any more. `nil` if none was.
    package var frozenWith: String?
    /// Why the version migrates as it does; `nil` if that is not known.
    package var cause: Cause?
  }

  /// What else the same cause concerns; empty in the findings of one fixture.
  public struct Others: Sendable, Hashable, Codable {
    /// Further versions for which the same cause gives the same finding.
    public internal(set) var otherVersions: [String] = []
    /// Further tables, or columns as `table.column`, in which the same cause has the same effect.
    public internal(set) var otherPlaces: [String] = []
  }

  /// Whether people have accepted it.
  public struct Acceptance: Sendable, Hashable, Codable {
    /// The waiver that accepts it; `nil` for a finding that counts.
    public var waiver: Waiver?
    /// Where a waiver of its code is, `path:line`, that accepts nothing, because it does not say what it is about; `nil` if
    /// there is none.
    public internal(set) var broadWaiver: String?
  }

  /// The kind, in a form that can be compared and stored.
  private struct Content: Sendable, Hashable, Codable {
    let kind: any LedgerFinding

    init(_ kind: any LedgerFinding) { self.kind = kind }

    static func == (left: Content, right: Content) -> Bool { AnyHashable(left.kind) == AnyHashable(right.kind) }

    func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(kind)) }

    init(from decoder: any Decoder) throws {
      let name = try decoder.member("type", as: String.self)
      guard let type = FindingKinds.all.first(where: { "\($0)" == name }) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "no kind of finding has the type \(name)"))
      }
      kind = try type.init(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try kind.encode(to: encoder)
      try encoder.add("\(type(of: kind))", "type")
    }
  }

  private var content: Content
  /// The most that it can matter here, whatever its kind.
  private var ceiling = Severity.error
  /// Where it is.
  package var location = Location()
  /// What shows it to a reader.
  package var exhibits = Exhibits()
  /// With what a version was migrated.
  package var trial = Trial()
  /// What is known about its cause, and what helps here.
  package var advice = Advice()
  /// What else the same cause concerns.
  var others = Others()
  /// Whether people have accepted it.
  package var acceptance = Acceptance()

  /// A finding without a location; its other properties can be set later.
  package init(_ kind: any LedgerFinding, remedy: Remedy? = nil) {
    content = Content(kind)
    advice.remedy = remedy
  }

  /// What was found, as data. ``message``, ``help`` and ``title`` are made from it.
  package internal(set) var kind: any LedgerFinding {
    get { content.kind }
    set { content = Content(newValue) }
  }

  /// The finding with another kind.
  package func with(_ kind: any LedgerFinding) -> Finding {
    var finding = self
    finding.kind = kind
    return finding
  }

  /// The kind of finding, for machines and for looking up.
  public var code: Code { kind.code }

  /// What the kind says, unless circumstances lower it. See ``atMost(_:)``.
  public var severity: Severity { min(kind.severity, ceiling) }

  /// The finding, which matters no more than this, whatever its kind.
  package func atMost(_ severity: Severity) -> Finding {
    var finding = self
    finding.ceiling = min(ceiling, severity)
    return finding
  }

  /// The finding with another value of one of its properties.
  package func setting<Value>(_ property: WritableKeyPath<Finding, Value>, to value: Value) -> Finding {
    var finding = self
    finding[keyPath: property] = value
    return finding
  }

  /// The finding as one about a migration of the source.
  package func of(_ migration: Migration) -> Finding {
    of(migration: migration.id, nameInFile: migration.nameInFile)
  }

  /// The finding as one about a stage of a migration plan, with its place.
  package func ofStage(_ stage: Migration) -> Finding {
    var finding = of(stage)
    finding.location.stage = stage.title
    (finding.path, finding.line) = (stage.path, stage.firstLine)
    return finding
  }

  /// The finding as one about a migration in an entry, which records only its id and path.
  package func of(_ record: MigrationRecord) -> Finding {
    of(migration: record.id, nameInFile: record.isInProgram ? record.id : CompoundMigrationID(record.id)?.name)
  }

  private func of(migration id: String, nameInFile: String?) -> Finding {
    var finding = self
    (finding.location.migration, finding.location.nameInFile) = (id, nameInFile)
    return finding
  }

  /// The finding as one that is not about a migration in a file.
  package var ofNoMigration: Finding {
    var finding = self
    (finding.location.migration, finding.location.nameInFile) = (nil, nil)
    return finding
  }

  /// The path, and the name of the migration in the file if it may contain several: `a.sql::create-users::ada`.
  package var migrationName: String? {
    guard let path, let name = location.nameInFile else { return path }
    return CompoundMigrationID(file: path, name: name).description
  }

  /// Whether it is about a stage that the code of an app runs.
  var isOfStage: Bool { location.stage != nil }

  /// Whether it is about one of the migrations that a Swift file registers.
  var isInProgram: Bool { path?.hasSuffix(".swift") == true && location.nameInFile != nil }

  /// The finding with some of its parts set.
  package func with(
    version: String? = nil, entry: String? = nil, path: String? = nil, changes: [SchemaChange] = [],
    commits: [Commit] = []
  ) -> Finding {
    var finding = self
    finding.version = version ?? self.version
    finding.entry = entry ?? self.entry
    finding.path = path ?? self.path
    if !changes.isEmpty {
      finding.changes = changes
      // A finding about one place names it.
      if changes.count == 1 { (finding.object, finding.column) = (changes[0].object.text, changes[0].column?.text) }
    }
    if !commits.isEmpty { finding.commits = commits }
    return finding
  }

  /// The finding, which also stands for those of other versions and places.
  package func also(of versions: [String], in places: [String] = []) -> Finding {
    var finding = self
    finding.others = Others(otherVersions: versions, otherPlaces: places)
    return finding
  }
}

extension Finding: Codable {}
