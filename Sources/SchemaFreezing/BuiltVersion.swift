internal import Digests
internal import Foundation
internal import LedgerEntries
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SchemaModel
internal import SystemCalls

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
    let scratch = try TemporaryFolder.create()
    defer { withExtendedLifetime(scratch) {} }
    let url = URL(fileURLWithPath: scratch.path + "/App.sqlite")
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
      fixture = try database.file()
      storedSQL = try StoreIdentity.storedSQL(at: url)
    } catch let error as SchemaError {
      throw SchemaLedgerError.custom(error.message)
    }
    digest = sha256(schema.sql)
    model = Array(declared.modelDocument.utf8)
  }

  /// The four files of FreezeRay. Its `schema.json` also has the time, without which the same version has the same bytes.
  var freezeRayFiles: [String: [UInt8]] {
    [
      "App.sqlite": fixture,
      "schema.json": Array("{\"entities\": \(declared.entities.count)}\n".utf8),
      "schema.sha256": Array(sha256(storedSQL).utf8),
      "schema.sql": Array(storedSQL.utf8),
    ]
  }
}

extension TemporaryFolder {
  /// - Throws: `SchemaLedgerError`.
  static func create() throws -> TemporaryFolder {
    let parent = FileManager.default.temporaryDirectory.path
    do {
      return try TemporaryFolder(in: parent, prefix: "schemaledger-\(getpid())-")
    } catch {
      throw SchemaLedgerError.custom("no folder could be created in \(parent): \(error.reason)")
    }
  }
}
