internal import Digests
internal import EntityModel
internal import Foundation
public import GitStore
public import LedgerCore
public import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// Imports the versions that FreezeRay froze into the ledger. Its folder has one subfolder for each version, which
/// contains the store, the store's SQL and the digest of that SQL. Both of its layouts are read: `App.sqlite`, and
/// `App-1_0_0.sqlite` with the version in all file names.
public struct FixtureImport {
  /// A version's folder.
  public struct Item: Sendable {
    /// The version, from the folder's name.
    public let version: Version
    /// The entry's id.
    public let entry: String
    /// False if the ledger has the version with the same schema.
    public let isNew: Bool
    /// Whether the store contains the model of its entities.
    public let hasModel: Bool
    let draft: EntryDraft?
  }

  /// The repository that gets the commit.
  public let repository: Repository
  /// The database whose versions these are.
  public let configuration: DatabaseConfiguration
  /// The environment, the time and a folder for temporary files.
  public let processContext: Freeze.ProcessContext

  /// Creates an import. It reads nothing before ``run(_:commits:)``.
  public init(repository: Repository, configuration: DatabaseConfiguration, processContext: Freeze.ProcessContext) {
    self.repository = repository
    self.configuration = configuration
    self.processContext = processContext
  }

  /// Records the versions in `folder`, oldest first, in one commit.
  ///
  /// - Parameter commits: whether to commit, or only to write and stage.
  /// - Returns: the versions found, and the commit, which is `nil` if nothing is new or `commits` is false.
  /// - Throws: `LedgerError.fixture` if the folder is incomplete or a version is already frozen with a different
  ///   schema; `EntryError`, `SchemaError`, `GitError`. Nothing has been changed in that case.
  public func run(_ folder: String, commits: Bool) async throws -> (items: [Item], commit: ObjectID?) {
    let context = try LedgerContext(of: configuration, in: repository)
    if commits { try context.refuseUncommittedWithdrawals() }
    var ledger = try context.ledger()
    let versions = try Self.versions(in: folder)
    var items: [Item] = []
    let committed = commits ? Set(try context.committedLedger().items.map(\.id)) : nil
    for version in versions {
      try ledger.refuse(version)
      let item = try item(version, in: folder + "/" + version.name, ledger, committed: committed)
      items.append(item)
      guard let draft = item.draft else { continue }
      ledger = ledger.with(ledger.items.filter { $0.id != draft.entry.id })
      let new = Ledger.Item(
        entry: draft.entry, id: draft.entry.id, folder: Ledger.folder(of: version, in: ledger.path))
      ledger = ledger.with(ledger.items + [new])
    }
    let drafts = items.compactMap(\.draft)
    if commits { try context.completeIndex() }
    guard !drafts.isEmpty else { return (items, nil) }
    let signature = commits ? try processContext.identities(in: repository) : nil
    let changes = try context.changes(for: drafts)
    processContext.willWrite(true)
    defer { processContext.willWrite(false) }
    guard let signature else {
      try repository.stage(changes)
      return (items, nil)
    }
    let commit = try await repository.commit(
      changes, message: Self.message(drafts.map(\.entry)), onto: context.head, author: signature.author,
      committer: signature.committer)
    return (items, commit)
  }

  private static func versions(in folder: String) throws -> [Version] {
    let files = FileManager.default
    guard let names = try? files.contentsOfDirectory(atPath: folder) else {
      throw LedgerError.file(path: folder, reason: "no such folder")
    }
    let versions = names.sorted().compactMap { name -> Version? in
      var isFolder: ObjCBool = false
      guard files.fileExists(atPath: folder + "/" + name, isDirectory: &isFolder), isFolder.boolValue else {
        return nil
      }
      return try? Version(name)
    }
    guard !versions.isEmpty else {
      throw LedgerError.fixture(folder: folder, reason: "no folder in it is named after a version")
    }
    return versions.sorted()
  }

  // MARK: A version

  /// - Parameter committed: the ids of the committed entries if the others are to be committed. An interrupted run leaves
  ///   entries that are not.
  private func item(
    _ version: Version, in folder: String, _ ledger: Ledger, committed: Set<String>?
  ) throws -> Item {
    let files = FreezeRayFiles(folder: folder, version: version.name)
    let database = try files.database(stubs: configuration.stubs)
    let schema = try database.schema(ignoring: configuration.ignoredTables)
    let model = try database.modelOfStore()
    if let known = ledger[version] {
      guard known.entry.schema == schema.digest else {
        throw LedgerError.fixture(folder: folder, reason: "\(version) is frozen with a different schema")
      }
      let isDone = committed?.contains(known.id) ?? true
      let draft =
        isDone
        ? nil : try draft(version, schema, database, model, ledger.with(ledger.items.filter { $0.id != known.id }))
      let isLeft = draft?.entry.id == known.id
      return Item(
        version: version, entry: known.id, isNew: isLeft, hasModel: known.entry.model != nil,
        draft: isLeft ? draft : nil)
    }
    let draft = try draft(version, schema, database, model, ledger)
    return Item(version: version, entry: draft.entry.id, isNew: true, hasModel: model != nil, draft: draft)
  }

  private func draft(
    _ version: Version, _ schema: CanonicalSchema, _ database: ScratchDatabase, _ model: [UInt8]?,
    _ ledger: Ledger
  ) throws -> EntryDraft {
    EntryDraft(
      version, schema: schema, of: configuration.name,
      fixture: try database.file(),
      from: EntryDraft.Source(kind: configuration.source.kind), parents: ledger.parents(for: [], below: version),
      ignoredTables: configuration.ignoredTables, isFromStore: true, model: model)
  }

  private static func message(_ entries: [Entry]) -> String {
    let versions = entries.map(\.version.name).joined(separator: ", ")
    let trailers = entries.flatMap { ["Schema-Version: \($0.version)", "Schema-Entry: \($0.id)"] }
    return (["Freeze what FreezeRay froze: \(versions)", ""] + trailers).joined(separator: "\n") + "\n"
  }
}

/// The files of one version.
private struct FreezeRayFiles {
  let folder: String
  let version: String

  /// Opens the store after verifying its checksum.
  ///
  /// - Throws: `LedgerError.fixture`, `SchemaError`.
  func database(stubs: Stubs) throws -> ScratchDatabase {
    let sql = try read("schema", "sql")
    // The file contains only the digest, or the digest as `sha256sum` writes it.
    let digest = String(decoding: try read("schema", "sha256").prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
    guard sha256(sql) == digest else { throw failure("schema.sql does not have the digest in schema.sha256") }
    let database = try ScratchDatabase(file: try read("App", "sqlite"), tracking: .known, stubs: stubs)
    // In the older layout, a program wrote the SQL. In the newer one, the SQL can be exported again.
    if isNewer, try sha256(database.exportedStatements()) != digest {
      throw failure("the checksum is of a store with other tables")
    }
    return database
  }

  private var suffix: String { "-" + version.map { $0 == "." ? "_" : String($0) }.joined() }
  private var isNewer: Bool { FileManager.default.fileExists(atPath: "\(folder)/App\(suffix).sqlite") }

  private func read(_ name: String, _ kind: String) throws -> [UInt8] {
    let file = isNewer ? "\(name)\(suffix).\(kind)" : "\(name).\(kind)"
    guard let data = FileManager.default.contents(atPath: folder + "/" + file) else {
      throw failure("\(file) does not exist")
    }
    // The data in the log is not in the file yet, and a checkpoint would write to the file.
    let log = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)-wal")[.size] as? Int
    guard log ?? 0 == 0 else {
      throw failure("\(file) has a write-ahead log beside it; to merge it: sqlite3 \(file) 'VACUUM'")
    }
    return Array(data)
  }

  private func failure(_ reason: String) -> LedgerError { .fixture(folder: folder, reason: reason) }
}

extension ScratchDatabase {
  /// The statements of a store in the order in which FreezeRay exports them.
  fileprivate func exportedStatements() throws -> String {
    let query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY tbl_name, type DESC, name"
    return try rows(query).map { (($0.first ?? nil) ?? "") + ";\n" }.joined()
  }

  /// The model that Core Data keeps in a store, as `model.json`, or `nil` if there is none that can be read.
  fileprivate func modelOfStore() throws -> [UInt8]? {
    guard try storedTables().contains("Z_MODELCACHE"),
      let text = try rows("SELECT hex(Z_CONTENT) FROM Z_MODELCACHE").first?.first ?? nil
    else { return nil }
    let digits = Array(text.utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
    }
    return (try? DeclaredModel(managedObjectModel: bytes))?.bytes
  }
}
