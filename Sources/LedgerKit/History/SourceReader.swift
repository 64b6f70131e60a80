internal import Digests
internal import EntityModel
internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import ProjectModels
internal import SQLiteSchema

/// A source at a commit.
struct SourceState {
  /// The migrations in the order in which they run.
  var migrations: [MigrationRecord] = []
  /// The files of a whole schema as one record. Its meaning is the schema's digest.
  var schema: MigrationRecord?
  /// The reason why the source cannot be read, or `nil` if it can.
  var problem: String?
}

/// Reads a source at different commits. Content that is equal in several commits is read once.
final class SourceReader {
  /// What is read at each commit.
  enum Parts {
    /// Only the migrations. Of a source without a folder of migrations, such as models, nothing is read.
    case migrations
    /// The migrations, and a schema that is not made by them.
    case migrationsAndSchema
  }

  let repository: Repository
  let configuration: DatabaseConfiguration
  private let paths: [String]
  /// What is read at each commit.
  let parts: Parts
  private let stored: StoredStates?
  private let objects = ObjectCache()
  /// The present files, for what an earlier commit lacks.
  private lazy var present = try? repository.present()
  private var states: [[PathHistory.Content]: SourceState] = [:]
  /// Meanings, by the digests of the texts.
  private var meanings: [String: String]
  private var lists: [ObjectID: [Migration]?] = [:]
  private var recordLists: [ObjectID: [MigrationRecord]] = [:]
  private var schemaChanges: [ObjectID: [SchemaChange]] = [:]
  /// One instance of each record, so that equal records share their strings.
  private var records: [MigrationRecord: MigrationRecord] = [:]

  /// - Parameters:
  ///   - parts: what ``state(at:_:)`` reads.
  ///   - frozen: the records of entries. The meanings of their texts are known.
  ///   - stored: the states that an earlier run has read, or `nil`.
  init(
    _ configuration: DatabaseConfiguration, in repository: Repository, reading parts: Parts,
    knowing frozen: [MigrationRecord] = [], stored: StoredStates? = nil
  ) {
    self.parts = parts
    self.stored = stored
    self.repository = repository
    self.configuration = configuration
    paths = configuration.source.paths
    meanings = Dictionary(frozen.map { ($0.text, $0.meaning) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether the source can have anything of the ``parts``.
  var readsAnything: Bool { parts == .migrationsAndSchema || configuration.source.migrations != nil }

  /// The content at the source's paths.
  ///
  /// - Throws: `GitError`.
  func contents(at commit: ObjectID) throws -> [PathHistory.Content] {
    let tree = try repository.commitHeader(commit).tree
    return try paths.map { path in
      do {
        return try repository.treeEntry(tree: tree, path: path).map { .object($0) } ?? .absent
      } catch GitError.missingObject {
        return .unknown
      }
    }
  }

  /// The source at `commit`, which has `contents` at its paths.
  func state(at commit: ObjectID, _ contents: [PathHistory.Content]) throws -> SourceState {
    if let known = states[contents] { return known }
    let digest = stored?.digest(configuration, contents)
    let state: SourceState
    if let digest, let records = stored?.records(digest) {
      state = SourceState(migrations: records.map(shared))
    } else {
      state = try read(commit, contents)
      if let digest, state.problem == nil, state.schema == nil { stored?.add(state.migrations, digest) }
    }
    states[contents] = state
    return state
  }

  private func read(_ commit: ObjectID, _ contents: [PathHistory.Content]) throws -> SourceState {
    if contents.allSatisfy({ $0 == .absent }) { return SourceState() }
    do {
      return state(of: try definition(at: commit))
    } catch LedgerError.noSourceFolder, LedgerError.noSourceFile, MigrationFolderError.noMigrations {
      return SourceState()
    } catch let error as LedgerError {
      return SourceState(problem: error.message)
    } catch let error as MigrationFolderError {
      return SourceState(problem: error.message)
    } catch GitError.missingObject(let id, _) {
      return SourceState(problem: "object \(id.short) is not in this clone")
    }
  }

  /// The definition of the source at a commit. If the folder cannot be read in the configured convention, it is read in the
  /// one that its files show: the project used another tool then.
  ///
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`.
  func definition(at commit: ObjectID) throws -> SourceDefinition {
    let snapshot = try repository.snapshot(of: commit, using: objects)
    do {
      return try configuration.schemaSource.read(from: snapshot, beside: present)
    } catch let error as MigrationFolderError where error.isOfConvention {
      guard let former = try former(in: snapshot),
        let definition = try? former.schemaSource.read(from: snapshot, beside: present)
      else { throw error }
      return definition
    }
  }

  /// The configuration with the convention that the folder has in a snapshot; `nil` if it is the configured one.
  private func former(in snapshot: FileSnapshot) throws -> DatabaseConfiguration? {
    guard case .migrations(var folder) = configuration.source,
      let path = try folder.paths.first(where: { try snapshot.list($0) != nil }),
      let found = try MigrationFolders.find(in: snapshot, everywhere: true).first(where: { $0.folder == path }),
      found.convention != folder.convention
    else { return nil }
    folder.paths = [path]
    folder.convention = found.convention
    var former = configuration
    former.source = .migrations(folder)
    return former
  }

  /// The state of the source in `definition`.
  func state(of definition: SourceDefinition) -> SourceState {
    SourceState(
      migrations: (definition.migrations ?? []).map(record),
      schema: parts == .migrations ? nil : schema(of: definition))
  }

  /// The migrations at a commit, or `nil` if the source cannot be read there. A commit without the source has none.
  func migrations(at commit: ObjectID) -> [Migration]? {
    if let known = lists[commit] { return known }
    let list: [Migration]?
    do {
      list = try definition(at: commit).migrations
    } catch LedgerError.noSourceFolder, LedgerError.noSourceFile, MigrationFolderError.noMigrations {
      list = []
    } catch {
      list = nil
    }
    lists[commit] = .some(list)
    return list
  }

  /// The changes of a commit to the schema that a schema file or a database file states; empty if it cannot be read, and
  /// for other sources.
  func schemaChanges(by commit: ObjectID) -> [SchemaChange] {
    if let known = schemaChanges[commit] { return known }
    var stated = configuration
    switch configuration.source {
    case .schema(let files, let past, _): stated.source = .schema(files: files, past: past, forward: nil)
    case .database(let path, let past, _): stated.source = .database(path: path, past: past, forward: nil)
    case .models, .room: break
    case .migrations, .command, .swift: return []
    }
    func schema(at commit: ObjectID) throws -> CanonicalSchema {
      let definition = try stated.schemaSource.read(from: repository.snapshot(of: commit, using: objects))
      return try definition.build(stated.buildSettings()).schema
    }
    let changes = try? repository.commitHeader(commit).parents.first.map { parent in
      SchemaDiff(from: try schema(at: parent), to: try schema(at: commit)).changes
    }
    schemaChanges[commit] = changes ?? []
    return changes ?? []
  }

  /// The records of ``migrations(at:)``.
  func records(at commit: ObjectID) -> [MigrationRecord]? {
    if let known = recordLists[commit] { return known }
    recordLists[commit] = migrations(at: commit)?.map(record)
    return recordLists[commit]
  }

  private func record(_ migration: Migration) -> MigrationRecord {
    shared(MigrationRecord(migration, knowing: meanings))
  }

  private func shared(_ record: MigrationRecord) -> MigrationRecord {
    if let known = records[record] { return known }
    meanings[record.text] = record.meaning
    records[record] = record
    return record
  }

  private func schema(of definition: SourceDefinition) -> MigrationRecord? {
    let path: String
    let text: String
    switch definition.creation {
    case .scripts(let steps) where definition.kind == "schema":
      guard let first = steps.first else { return nil }
      path = first.path
      text = sha256(steps.map { $0.up.replacing("\r\n", with: "\n") }.joined(separator: "\n"))
    case .database(let file, let bytes):
      path = file
      text = sha256(bytes)
    case .models(let declared):
      path = declared.current.place.path
      text = sha256(declared.versions.map { sha256($0.model.bytes) }.joined(separator: "\n"))
    case .room(let schemas):
      path = schemas.current.path
      text = sha256(schemas.versions.map { "\($0.number) \(sha256($0.bytes))" }.joined(separator: "\n"))
    default: return nil
    }
    let meaning = meanings[text] ?? (try? definition.build(configuration.buildSettings()).schema.digest) ?? text
    meanings[text] = meaning
    return MigrationRecord(id: "schema", path: path, text: text, meaning: meaning)
  }
}

extension MigrationFolderError {
  /// Whether files of another tool may be the reason.
  fileprivate var isOfConvention: Bool {
    switch self {
    case .refusedText, .refusedName, .missingFile, .sameNumber: true
    default: false
    }
  }
}
