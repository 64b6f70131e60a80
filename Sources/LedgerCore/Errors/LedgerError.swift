public import GitStore
public import LedgerEntries
public import MigrationSources
public import ProjectModels
public import SQLiteSandbox
public import SQLiteSchema

/// An error that stops a command. `LedgerError+message.swift` words it.
public enum LedgerError: Error, Sendable, Hashable {
  // Configuration
  case noConfiguration(path: String)
  /// `glob` is set if releases were to be frozen.
  case configurationExists(path: String, glob: String? = nil)
  /// A commit would remove the configuration although versions are frozen; `revision` contains it.
  case configurationRemoved(path: String, revision: String)
  case invalidConfiguration(path: String, line: Int?, reason: String)
  /// An error in a ledger's `waivers.yml`.
  case invalidWaivers(path: String, line: Int?, reason: String)
  /// The file is not a profile that `profile --write` wrote.
  case invalidProfile(path: String)
  case unknownDatabase(name: String, known: [String])
  case severalDatabases(known: [String])
  /// An error about one of several databases.
  indirect case ofDatabase(name: String, LedgerError)
  /// `init --add` would add a database whose name another one has.
  case databaseExists(name: String)
  /// `init --add` would add a source that a database has.
  case sourceConfigured(path: String, database: String)
  /// `init --add` found no source, or several, besides those that the configuration has.
  case noFurtherSource
  case severalFurtherSources([SourceCandidate])
  /// The file is written in a form to which `init --add` cannot add a database; `lines` describe it.
  case configurationNotExtended(path: String, lines: [String])
  case versionNotFound(file: String, pattern: String)
  case versionPatternTooSlow(file: String, pattern: String)
  case noVersionFile(path: String)
  /// The source has version `current`.
  case otherVersion(name: String, current: String, isFrozen: Bool)

  /// The schema has no table, view, index or trigger. `revision` is that from which it was read; `nil` for the work tree or
  /// a store.
  case emptySchema(version: String, revision: String?)

  /// A Swift package does not declare the version.
  case versionNotDeclared(name: String, product: String, known: [String])

  // Source
  /// `leftOut` are the candidates that cannot be used.
  case noSourceFound(leftOut: [SourceCandidate])
  /// Nothing is at the path that was given to `init`.
  case noSuchSource(path: String)
  /// Something is at the path that was given to `init`, and it is no source.
  case unreadSource(path: String, UnreadSource)
  case severalSourcesFound([SourceCandidate])
  /// Another file changes a table of the schema file that `init` took or was given. `files` can be run after `schema`.
  case schemaFileIncomplete(schema: [String], path: String, table: String, files: [String])
  /// Migrations fail because they lack a column that a program adds. `message` is that of the failure.
  case columnOfProgram(_ message: String, place: String)
  case noSourceFolder(paths: [String], place: String)
  case noSourceFile(paths: [String], place: String)
  case sqlFailed(path: String, line: Int?, error: SchemaError)
  /// As ``sqlFailed(path:line:error:)``, because a function or a collation of the application is missing; `stubs` are all
  /// that are missing.
  case stubsMissing(path: String, line: Int?, error: SchemaError, stubs: Stubs)
  case transactionLeftOpen(path: String)
  /// A statement in a ledger's `rows/` folder that does not change rows.
  case rowsAreNoSchema(path: String, line: Int, statement: String)
  /// A command of the repository failed; `output` are the last lines it wrote. A temporary checkout contains only tracked
  /// files.
  case commandFailed(line: String, CommandFailure, output: [String], inCheckout: Bool)
  /// The user has not allowed these commands of the repository on this machine; `isChanged` if others were allowed.
  case commandsNotAllowed([RepositoryCommand], isChanged: Bool)
  /// Neither `HOME` nor `XDG_STATE_HOME` says where to remember which commands are allowed.
  case noStateFolder
  /// A file of the user's state cannot be used.
  case privateFile(PrivateFile.Problem)
  /// Today's schema comes from a command, which is not run here.
  case commandNotRun(line: String)
  case notText(path: String)
  /// No Swift code declares the models of a version.
  case notDeclarable(message: String, hint: String?)
  /// The command needs a source that declares models.
  case noModels(kind: String)
  /// The models of a source cannot be read. `nil` if the source is known from the context.
  case modelsUnread(ModelSourceConfiguration?, ProjectModelsError)
  /// The schemas that Room has exported cannot be used.
  case room(RoomExportError)
  /// Core Data or SwiftData would not migrate a store.
  case mappingRefused(MappingRefusal)
  /// A stage of a migration plan, which the code of the app runs, has failed.
  case stageFailed(name: String, reason: String, output: [String])
  /// The configuration says `stages: run`, and the code of the app cannot be built.
  case stagesNotRun(UnrunStages)
  /// The folder cannot be read as its tool would read it.
  case folder(MigrationFolderError)

  // Ledger
  case entry(EntryError)
  case versionDiffersInCase(name: String, existing: String)
  /// `tags` also name frozen versions. `inTag` is the last version that the tag of this name contains.
  case unknownVersion(name: String, known: [String], tags: [String] = [], inTag: String? = nil)
  /// The text may name several frozen versions; `meanings` says by which of their names.
  case ambiguousVersion(name: String, meanings: [String])
  /// The word `latest`, which means the last frozen version in every command.
  case reservedVersion(name: String)
  case nothingFrozen
  /// The source of the database says how to make a new one, and not how to upgrade an older one.
  case noUpgradePath(database: String)
  case withdrawal(WithdrawalError)
  case seal(SealError)
  /// No commit contains a version or a path of this name; `sources` are the paths of the source, `tags` name a version.
  case noHistory(text: String, known: [String], tags: [String] = [], sources: [String])
  case notAStore(path: String, reason: String)
  /// Another process is writing to the database file.
  case storeInUse(path: String)
  /// Pseudonyms for its texts do not fit: a CHECK, an index or a foreign key requires more than their form.
  case notScrubbed(path: String, reason: String)
  /// The store contains no model that can be read, and there is nothing else to compare it with.
  case storeWithoutModel(path: String)
  /// The store has no table in common with any frozen version.
  case foreignStore(path: String)
  /// Neither a tracking table nor the schema shows which migrations the store has run.
  case storeSaysNothing(path: String)
  /// A fixture of another tool that cannot be imported.
  case fixture(folder: String, reason: String)
  case ledgerIsNoFolder(path: String, kind: FileKind)
  /// Two files or folders whose names macOS and Windows do not distinguish.
  case namesFold(path: String, other: String)
  /// Git converts files of a ledger. `attribute` is `nil` for a file of attributes where there must be none.
  case attributesConvert(path: String, line: Int, attribute: String?)
  case ledgerIgnored(path: String)
  /// The ledger cannot be in this folder.
  case ledgerMisplaced(reason: String)

  // Time travel
  /// No tag matches; `examples` are some of the existing tags.
  case noTags(glob: String, examples: [String])
  /// Tags of different commits name one version and have different schemas. `canChooseNames` is whether the configuration
  /// can say that versions are named after their tags.
  case severalReleases(version: String, tag: String, canChooseNames: Bool)
  /// The version that a tag names is frozen with other content.
  case frozenOtherwise(version: String, tag: String)
  /// A frozen version cannot be reproduced from the commit it was read from: `files` differ, or the schema by `changes`.
  case notReproduced(version: String, commit: ObjectID, files: [String], changes: [SchemaChange])

  // Repository
  case operationInProgress(RepositoryState)
  /// Other processes change the repository faster than it can be read.
  case keepsChanging
  case bareRepository(path: String)

  // Range
  case notARange(text: String)
  /// The receiving side has a commit that this clone does not contain.
  case unknownRemoteCommit(reference: String, id: ObjectID)
  /// A line of a hook's input that is not an update.
  case notAnUpdate(line: String)

  // Tests to write
  /// No schema in the Swift sources is marked as frozen as `version`; `nil`: as any version.
  case noFrozenSchema(version: String?, known: [String])
  case notFrozen(version: String, folder: String)
  case noPlan
  case severalPlans([String])

  // Hook
  /// `line` would run the gate; `nil` if one line is not enough.
  case foreignHook(path: String, line: String?)
  case managedHook(path: String, manager: HookManager, hook: HookName)
  case notOurHook(path: String)
  case foreignDiffDriver(command: String)
  /// The value of a key of Git's configuration is not a number of seconds.
  case invalidSetting(key: String, value: String)

  /// `known` are frozen versions, and tags that name one.
  case unknownSide(text: String, known: [String] = [])
  case file(path: String, reason: String)
  /// An error in a finding that another run has reported, in its words.
  case reported(message: String, hint: String?)
}

/// A possible source of the schema that `init` found.
public struct SourceCandidate: Sendable, Hashable {
  /// The path of a folder of migrations, an SQL file, or a file that shows that there is a program.
  public let path: String
  /// What a candidate is.
  public enum Kind: Sendable, Hashable {
    case migrations, schema, command, swift
    /// Models that files declare.
    case models
    /// A container whose models are not known, which cannot be used.
    case container
    /// Migrations that are not SQL, which cannot be used.
    case programs
    /// SQL for another database.
    case foreign
  }

  /// What it is.
  public let kind: Kind
  /// The name of the migration convention.
  public let convention: String?
  /// A description, such as "diesel, 58 migrations".
  public let summary: String
  /// The facts from which it is known, such as "its files say -- +goose Up".
  public let evidence: [String]
  /// For migrations that fail alone: the path of an SQL file after which they run. Whether it makes the database that they
  /// upgrade is not known.
  public private(set) var start: String?

  /// Creates a candidate; nothing is looked up.
  public init(path: String, kind: Kind, convention: String?, summary: String, evidence: [String] = []) {
    self.path = path
    self.kind = kind
    self.convention = convention
    self.summary = summary
    self.evidence = evidence
  }

  /// The migrations, with the SQL file after which they run.
  package func running(after file: String) -> Self {
    var candidate = self
    candidate.start = file
    return candidate
  }
}
