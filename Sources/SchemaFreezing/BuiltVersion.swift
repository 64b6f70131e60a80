internal import Digests
internal import Foundation
internal import LedgerEntries
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SchemaModel

/// A newly created store of a version.
struct BuiltVersion {
  let declared: Schema
  let schema: CanonicalSchema
  let digest: String
  /// `model.json`
  let model: [UInt8]
  /// The database file, identical to the one that `schemaledger freeze` creates.
  let fixture: [UInt8]
  /// The SQL that FreezeRay hashes: every statement in SQLite's schema table, by table, tables before indexes.
  let storedSQL: String

  /// - Throws: `SwiftDataError`, `SchemaLedgerError`.
  init(of declared: Schema) throws {
    self.declared = declared
    let scratch = try TemporaryFolder()
    defer { scratch.remove() }
    let url = scratch.url.appendingPathComponent("App.sqlite")
    do {
      // The container is closed before the file is read.
      let container = try ModelContainer(for: declared, configurations: ModelConfiguration(url: url))
      withExtendedLifetime(container) {}
    }
    do {
      let database = try ScratchDatabase(file: DatabaseFile.checkpointed(at: url.path), tracking: .none)
      // The identifier of a store is different each time.
      try database.normalizeTrackingTables()
      schema = try database.schema()
      fixture = try database.file(temporaryFolder: scratch.url)
      storedSQL = try StoreIdentity.storedSQL(at: url)
    } catch let error as SchemaError {
      throw SchemaLedgerError.custom(error.message)
    }
    digest = sha256(schema.sql)
    model = Array(declared.modelDocument.utf8)
  }
}

/// A temporary folder.
struct TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("schemaledger-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw SchemaLedgerError.custom("\(url.path) could not be created: \(error.localizedDescription)")
    }
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
