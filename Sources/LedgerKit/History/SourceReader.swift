internal import Digests
internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSchema

/// A source as a commit has it.
struct SourceState {
  /// In the order they run.
  var migrations: [MigrationRecord] = []
  /// The files that hold the whole schema, as one: their meaning is the schema's digest.
  var schema: MigrationRecord?
  /// Why it cannot be read; nil where it can.
  var problem: String?
}

/// Reads a source as commits have it. What is the same in many commits is read once.
final class SourceReader {
  let repository: Repository
  let configuration: DatabaseConfiguration
  private let paths: [String]
  private let objects = ObjectCache()
  private var states: [[PathHistory.Content]: SourceState] = [:]
  /// Meanings by the digests of texts.
  private var meanings: [String: String]
  /// Of equal records one is kept, whose strings all share.
  private var records: [MigrationRecord: MigrationRecord] = [:]

  /// - Parameter frozen: what entries record; the meaning of such a text need not be worked out.
  init(_ configuration: DatabaseConfiguration, in repository: Repository, knowing frozen: [MigrationRecord] = []) {
    self.repository = repository
    self.configuration = configuration
    paths = configuration.source.paths
    meanings = Dictionary(frozen.map { ($0.text, $0.meaning) }, uniquingKeysWith: { first, _ in first })
  }

  /// What stands at the source's paths.
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
    let state = try read(commit, contents)
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

  /// What makes the schema at a commit.
  ///
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`.
  func definition(at commit: ObjectID) throws -> SourceDefinition {
    try configuration.schemaSource.read(from: repository.snapshot(of: commit, using: objects))
  }

  /// The source as `definition` has it.
  func state(of definition: SourceDefinition) -> SourceState {
    SourceState(migrations: (definition.migrations ?? []).map(record), schema: schema(of: definition))
  }

  private func record(_ migration: Migration) -> MigrationRecord {
    let record = MigrationRecord(migration, knowing: meanings)
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
    default: return nil
    }
    let meaning = meanings[text] ?? (try? definition.build(configuration.buildSettings()).schema.digest) ?? text
    meanings[text] = meaning
    return MigrationRecord(id: "schema", path: path, text: text, meaning: meaning)
  }
}
