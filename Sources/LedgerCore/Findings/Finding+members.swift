internal import Findings
public import SQLiteData
public import SQLiteSchema

// MARK: The members of the parts

extension Finding {
  /// See ``Location/version``.
  public var version: String? {
    get { location.version }
    set { location.version = newValue }
  }

  /// See ``Location/entry``.
  public var entry: String? {
    get { location.entry }
    set { location.entry = newValue }
  }

  /// See ``Location/destination``.
  public package(set) var destination: String? {
    get { location.destination }
    set { location.destination = newValue }
  }

  /// See ``Location/path``.
  public var path: String? {
    get { location.path }
    set { location.path = newValue }
  }

  /// See ``Location/migration``.
  package var migration: String? { location.migration }

  /// See ``Location/line``.
  public var line: Int? {
    get { location.line }
    set { location.line = newValue }
  }

  /// See ``Location/object``.
  public var object: String? {
    get { location.object }
    set { location.object = newValue }
  }

  /// See ``Location/column``.
  public var column: String? {
    get { location.column }
    set { location.column = newValue }
  }

  /// See ``Location/branch``.
  public var branch: String? {
    get { location.branch }
    set { location.branch = newValue }
  }

  /// See ``Exhibits/excerpt``.
  public var excerpt: Excerpt? { exhibits.excerpt }

  /// See ``Exhibits/commits``.
  public var commits: [Commit] {
    get { exhibits.commits }
    set { exhibits.commits = newValue }
  }

  /// See ``Exhibits/output``.
  public var output: [String] {
    get { exhibits.output }
    set { exhibits.output = newValue }
  }

  /// See ``Exhibits/samples``.
  public var samples: [String] {
    get { exhibits.samples }
    set { exhibits.samples = newValue }
  }

  /// See ``Exhibits/changes``.
  public var changes: [SchemaChange] {
    get { exhibits.changes }
    set { exhibits.changes = newValue }
  }

  /// See ``Trial/evidence``.
  public package(set) var evidence: Evidence? {
    get { trial.evidence }
    set { trial.evidence = newValue }
  }

  /// See ``Trial/isPending``.
  public package(set) var isPending: Bool? {
    get { trial.isPending }
    set { trial.isPending = newValue }
  }

  /// See ``Trial/foreignKeys``.
  package var foreignKeys: Bool? {
    get { trial.foreignKeys }
    set { trial.foreignKeys = newValue }
  }

  /// See ``Trial/assumption``.
  public package(set) var assumption: Assumption? {
    get { trial.assumption }
    set { trial.assumption = newValue }
  }

  /// See ``Advice/remedy``.
  package var remedy: Remedy? {
    get { advice.remedy }
    set { advice.remedy = newValue }
  }

  /// See ``Advice/revision``.
  package var revision: String? {
    get { advice.revision }
    set { advice.revision = newValue }
  }

  /// See ``Advice/frozenWith``.
  package var frozenWith: String? {
    get { advice.frozenWith }
    set { advice.frozenWith = newValue }
  }

  /// See ``Advice/cause``.
  package var cause: Cause? {
    get { advice.cause }
    set { advice.cause = newValue }
  }

  /// See ``Others/otherVersions``.
  public var otherVersions: [String] { others.otherVersions }

  /// See ``Others/otherPlaces``.
  public var otherPlaces: [String] { others.otherPlaces }

  /// See ``Acceptance/waiver``.
  public var waiver: Waiver? {
    get { acceptance.waiver }
    set { acceptance.waiver = newValue }
  }

  /// See ``Acceptance/broadWaiver``.
  public internal(set) var broadWaiver: String? {
    get { acceptance.broadWaiver }
    set { acceptance.broadWaiver = newValue }
  }
}
