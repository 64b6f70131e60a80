internal import Crypto
internal import Foundation
internal import LedgerEntries
internal import SQLiteSchema
internal import SchemaModel

/// The store of a version, made anew.
struct BuiltVersion {
  let declared: Schema
  let schema: CanonicalSchema
  let digest: String
  /// `model.json`
  let model: [UInt8]
  /// The database file, byte for byte what `schemaledger freeze` makes of it.
  let fixture: [UInt8]
  /// What FreezeRay takes the digest of: every statement that SQLite keeps, by table, tables before indexes.
  let storedSQL: String

  /// - Throws: `SwiftDataError`, `SchemaLedgerError`.
  init(of declared: Schema) throws {
    self.declared = declared
    let scratch = try TemporaryFolder()
    defer { scratch.remove() }
    let url = scratch.url.appendingPathComponent("App.sqlite")
    do {
      // Closed before it is read.
      let container = try ModelContainer(for: declared, configurations: ModelConfiguration(url: url))
      withExtendedLifetime(container) {}
    }
    do {
      let database = try ScratchDatabase(file: DatabaseFile.settled(at: url.path))
      // The store's own identity is another one each time.
      try database.evenOutBooks()
      schema = try database.schema()
      fixture = try database.file(temporaryFolder: scratch.url)
      storedSQL = try StoreIdentity.storedSQL(at: url)
    } catch let error as SchemaError {
      throw SchemaLedgerError.custom(error.message)
    }
    digest = hexadecimal(SHA256.hash(data: Data(schema.sql.utf8)))
    model = Array(declared.modelDocument.utf8)
  }
}

/// A folder that ends with what it is for.
struct TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("schemaledger-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw SchemaLedgerError.custom("\(url.path) could not be made: \(error.localizedDescription)")
    }
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
