public import GitStore
public import LedgerEntries
public import MigrationSources
public import SQLiteSandbox
public import SQLiteSchema

/// What stopped the work. The wording is in `LedgerError+message.swift`.
public enum LedgerError: Error, Sendable, Equatable {
  // Configuration
  case noConfiguration(path: String)
  /// `glob` is there when releases were to be frozen.
  case configurationExists(path: String, glob: String? = nil)
  /// A commit would leave frozen versions without one; `revision` has it.
  case configurationRemoved(path: String, revision: String)
  case invalidConfiguration(path: String, line: Int?, reason: String)
  /// As in a ledger's `waivers.yml`.
  case invalidWaivers(path: String, line: Int?, reason: String)
  case unknownDatabase(name: String, known: [String])
  case severalDatabases(known: [String])
  case versionNotFound(file: String, pattern: String)
  case versionPatternTooSlow(file: String, pattern: String)
  case noVersionFile(path: String)
  /// The source says it is `current`.
  case otherVersion(name: String, current: String, isFrozen: Bool)

  /// A Swift package has no such version.
  case versionNotDeclared(name: String, product: String, known: [String])

  // Source
  /// What was seen and cannot be taken.
  case noSourceFound(leftOut: [SourceCandidate])
  /// What `init` was told to take.
  case noSuchSource(path: String)
  case severalSourcesFound([SourceCandidate])
  case noSourceFolder(paths: [String], place: String)
  case noSourceFile(paths: [String], place: String)
  case sqlFailed(path: String, line: Int?, error: SchemaError)
  case transactionLeftOpen(path: String)
  /// Rows of one's own, in `rows/` of a ledger, are no place for it.
  case rowsAreNoSchema(path: String, line: Int, statement: String)
  /// A command of the repository; `output` are the last lines it wrote. In a temporary checkout it finds nothing that is
  /// not tracked.
  case commandFailed(line: String, CommandFailure, output: [String], inCheckout: Bool)
  /// Today's schema comes from a command, and here none is run.
  case commandNotRun(line: String)
  case notText(path: String)
  /// The folder cannot be read as its tool would.
  case folder(MigrationFolderError)

  // Ledger
  case entry(EntryError)
  case versionDiffersInCase(name: String, existing: String)
  case unknownVersion(name: String, known: [String])
  case nothingFrozen
  /// No commit has had a version or a path of this name; `sources` are those there could be.
  case noHistory(text: String, known: [String], sources: [String])
  case notAStore(path: String, reason: String)
  /// A database file that somebody is writing to, so that nothing whole can be read of it.
  case storeInUse(path: String)
  /// Stand-ins for its texts do not fit: a CHECK, an index or a foreign key asks for more than their shape.
  case notScrubbed(path: String, reason: String)
  /// It has no table in common with any frozen version.
  case foreignStore(path: String)
  /// Neither a book nor its schema tells which migrations it has had.
  case storeSaysNothing(path: String)
  /// What another tool froze, and what is wrong with it.
  case fixture(folder: String, reason: String)
  case ledgerIsNoFolder(path: String, kind: FileKind)
  case ledgerIgnored(path: String)
  /// No configuration may say this.
  case ledgerMisplaced(reason: String)

  // Time travel
  /// No tag matches; `examples` are some of those there are.
  case noTags(glob: String, examples: [String])
  /// Tags of different commits say one version and have different schemas.
  case severalReleases(version: String, tag: String)
  /// The version that a tag says is frozen with other content.
  case frozenOtherwise(version: String, tag: String)
  /// A version that is frozen comes otherwise out of the commit it was read from. `files` of it differ, `changes` of its
  /// schema are listed, if there are any.
  case notReproduced(version: String, commit: ObjectID, files: [String], changes: [SchemaChange])

  // Repository
  case operationInProgress(RepositoryState)
  case bareRepository(path: String)

  // Range
  case notARange(text: String)
  /// The receiving side is at a commit that is not here.
  case unknownRemoteCommit(reference: String, id: ObjectID)
  /// A line of a hook's input.
  case notAnUpdate(line: String)

  // Tests to write
  /// No schema in the sources says that it is frozen as `version`; nil: as any.
  case noFrozenSchema(version: String?, known: [String])
  case notFrozen(version: String, folder: String)
  case noPlan
  case severalPlans([String])

  // Hook
  /// `line` is what would run the gate; nil where a line is not enough.
  case foreignHook(path: String, line: String?)
  case managedHook(path: String, manager: HookManager, hook: HookName)
  case notOurHook(path: String)
  case foreignDiffDriver(command: String)

  case unknownSide(text: String)
  case file(path: String, reason: String)
}

/// Where a schema could come from, as `init` found it.
public struct SourceCandidate: Sendable, Hashable {
  /// A folder of migrations, an SQL file or a file that gives a program away, in the repository.
  public let path: String
  /// `migrations`, `schema`, `command`, or `programs`: migrations that are not SQL, which cannot be taken.
  public let kind: String
  /// The migration convention's name.
  public let convention: String?
  /// For people: "diesel, 58 migrations".
  public let summary: String

  /// A candidate; nothing is looked up here.
  public init(path: String, kind: String, convention: String?, summary: String) {
    self.path = path
    self.kind = kind
    self.convention = convention
    self.summary = summary
  }
}
