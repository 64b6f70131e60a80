internal import Foundation
public import GitStore
public import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
public import SQLiteSchema

/// One side of a comparison: a frozen version, a file (SQL or a database), or the source at a revision.
public struct SchemaSide: Sendable {
  /// A description of the side: `version 1.2.0`, `app.db`, `the source at v1.2.0`.
  public let title: String
  /// The schema, without the tables of migration tools.
  public let schema: CanonicalSchema
  /// The bytes of `model.json`, which the source declares, or `nil` if they are not known.
  var model: [UInt8]?

  /// The differences from this side to `other`.
  public func diff(to other: SchemaSide) -> SchemaDiff {
    SchemaDiff(from: schema, model, to: other.schema, other.model)
  }
}

extension SchemaSide {
  /// Resolves `text` as a version (see `VersionNames`), else as a file, else as a revision. Versions and revisions need a
  /// repository with a ledger.
  ///
  /// - Parameter folder: the folder to which a file's path is relative.
  /// - Throws: `LedgerError.unknownSide`, `.ambiguousVersion`, `.notAStore`, `SchemaError`, `GitError`.
  public init(
    _ text: String, folder: String, repository: Repository?, configuration: DatabaseConfiguration?
  ) throws {
    var names: [String] = []
    if let repository, let configuration {
      let known = VersionNames(
        of: try Ledger(at: configuration.ledger, in: try repository.present()), in: repository)
      if let name = try known.version(named: text),
        let side = try Self.version(try Version(name), in: try repository.present(), configuration)
      {
        self = side
        return
      }
      if text == VersionNames.latest { throw LedgerError.nothingFrozen }
      names = known.all
    }
    let path = text.hasPrefix("/") ? text : folder + "/" + text
    var isFolder: ObjCBool = false
    let isFile = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    let commit = text.hasPrefix("-") ? nil : try? repository?.resolve(text)
    // In a bare repository there are files named HEAD and config.
    if isFile, commit == nil || repository?.isBare == false || text.hasSuffix(".sql") || StoredFile.isDatabase(path) {
      self.init(title: text, schema: try Self.file(path, named: text))
      return
    }
    guard let repository, let configuration, let commit else { throw LedgerError.unknownSide(text: text, known: names) }
    let snapshot = try repository.snapshot(.commit(commit))
    self.init(
      title: "the source at \(text)", schema: try Self.built(configuration, snapshot, beside: try repository.present()))
  }

  /// The source in the work tree.
  public init(workTreeOf repository: Repository, configuration: DatabaseConfiguration) throws {
    self.init(
      title: "today's source", schema: try Self.built(configuration, try repository.snapshot(.workTree)))
  }

  /// The latest frozen version.
  ///
  /// - Throws: `LedgerError.nothingFrozen`.
  public init(latestOf repository: Repository, configuration: DatabaseConfiguration) throws {
    let place = try repository.present()
    guard let latest = try Ledger(at: configuration.ledger, in: place).latest,
      let side = try Self.version(latest.entry.version, in: place, configuration)
    else { throw LedgerError.nothingFrozen }
    self = side
  }

  /// - Parameter present: the present files if `snapshot` is an earlier commit.
  private static func built(
    _ configuration: DatabaseConfiguration, _ snapshot: FileSnapshot, beside present: FileSnapshot? = nil
  ) throws -> CanonicalSchema {
    try configuration.schemaSource.read(from: snapshot, beside: present).build(configuration.buildSettings()).schema
  }

  /// The schema of a frozen version; `nil` if `snapshot` does not have it.
  ///
  /// - Throws: `LedgerError.notAStore`, `GitError`.
  static func version(
    _ version: Version, in snapshot: FileSnapshot, _ configuration: DatabaseConfiguration
  ) throws -> SchemaSide? {
    // The database is used, and not schema.sql, because it contains the text that SQLite stores, which the verdict
    // `identical` needs.
    guard let item = try Ledger(at: configuration.ledger, in: snapshot)[version],
      let fixture = item.entry.hasTables ? try snapshot.read(item.folder + "/" + item.entry.fixtureName) : []
    else { return nil }
    do {
      let schema = try item.entry.schema(of: fixture, ignoring: configuration.ignoredTables)
      let model = try snapshot.read(item.folder + "/" + Entry.modelName)
      return SchemaSide(title: "version \(version)", schema: schema, model: model)
    } catch let error as SchemaError {
      throw LedgerError.notAStore(path: item.folder + "/" + item.entry.fixtureName, reason: StoredFile.reason(error))
    }
  }

  /// The schema of a database file or of an SQL script.
  ///
  /// - Throws: `LedgerError.notAStore`, `.sqlFailed`.
  public static func file(_ path: String, named name: String) throws -> CanonicalSchema {
    guard FileManager.default.fileExists(atPath: path) else {
      throw LedgerError.file(path: name, reason: "no such file")
    }
    if StoredFile.isDatabase(path) { return try Store(at: path, named: name).schema() }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw LedgerError.file(path: name, reason: "cannot be read")
    }
    let bytes = Array(data)
    if LargeFilePointer.matches(bytes) { throw LedgerError.notAStore(path: name, reason: "it is a Git LFS pointer") }
    do {
      return try StoredFile.schema(of: bytes)
    } catch let error as SchemaError {
      if name.hasSuffix(".sql") { throw LedgerError.sqlFailed(path: name, line: nil, error: error) }
      throw LedgerError.notAStore(path: name, reason: "read as SQL: \(error.message)")
    }
  }
}
