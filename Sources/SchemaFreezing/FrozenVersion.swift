internal import Digests
internal import EntityModel
package import Foundation
package import LedgerEntries
internal import SQLiteSandbox
internal import SchemaModel
internal import SystemCalls

/// A frozen version on disk, in one of three layouts: the ledger's or one of FreezeRay's two.
package struct FrozenVersion {
  /// The layout of the folder.
  package enum Layout {
    /// `App.sqlite` or `fixture.sql`, `schema.sql`, `schema.sha256`, `model.json`, `entry.json`
    case ledger(Entry)
    /// `App.sqlite` or `App-1_0_0.sqlite`, with the digest of the SQL that SQLite keeps.
    case freezeRay(digest: String)
  }

  package let version: String
  package let folder: URL
  package let layout: Layout
  /// The file with the frozen database, or with the statements that make it.
  package let fixture: URL

  /// Reads the folder of a version; `nil` if it does not exist, or if a killed process has left it unfinished.
  ///
  /// - Throws: `SchemaLedgerError.custom` if the folder has none of the three layouts.
  package init?(_ version: String, at folder: URL) throws {
    let files = FileManager.default
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else { return nil }
    self.version = version
    self.folder = folder
    if files.fileExists(atPath: folder.appendingPathComponent(Entry.fileName).path) {
      let bytes = try Self.bytes(of: Entry.fileName, in: folder)
      do {
        let entry = try Entry(parsing: bytes, folder: folder.path)
        layout = .ledger(entry)
        fixture = folder.appendingPathComponent(entry.fixtureName)
      } catch {
        throw SchemaLedgerError.custom("\(folder.path) is not a readable entry: \(error.message)")
      }
      return
    }
    // A folder that is written now gets its name last. Earlier, its files were written into it, and `entry.json` last.
    let names = Set((try? files.contentsOfDirectory(atPath: folder.path)) ?? [])
    if names.contains(Entry.modelName) || names.isSubset(of: ["App.sqlite"]) { return nil }
    let suffix = "-" + version.replacingOccurrences(of: ".", with: "_")
    for ending in ["", suffix] {
      let fixture = folder.appendingPathComponent("App\(ending).sqlite")
      let digest = folder.appendingPathComponent("schema\(ending).sha256")
      if files.fileExists(atPath: fixture.path), let text = try? String(contentsOf: digest, encoding: .utf8) {
        layout = .freezeRay(digest: text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? "")
        self.fixture = fixture
        return
      }
    }
    throw SchemaLedgerError.custom("\(folder.path) is neither a ledger entry nor a FreezeRay fixture")
  }

  /// Writes the frozen database to a new file.
  ///
  /// - Throws: `SchemaLedgerError.custom` if it cannot be read or written.
  package func copyFixture(to store: URL) throws {
    do {
      if case .ledger(let entry) = layout, entry.hasScript {
        try Data(entry.databaseFile(from: Array(Data(contentsOf: fixture)))).write(to: store)
      } else {
        try StoreIdentity.copy(fixture, to: store)
      }
    } catch let error as SchemaError {
      throw SchemaLedgerError.custom("\(fixture.path) does not make a database: \(error.message)")
    } catch {
      throw SchemaLedgerError.custom("\(fixture.path) could not be copied: \(error.localizedDescription)")
    }
  }

  /// The models and the tables of the frozen database.
  ///
  /// - Throws: `StoreError`, `SchemaLedgerError.custom`.
  func identity() throws -> StoreIdentity {
    guard case .ledger(let entry) = layout, entry.hasScript else { return try StoreIdentity(at: fixture) }
    let scratch = try TemporaryFolder.create()
    defer { withExtendedLifetime(scratch) {} }
    let copy = URL(fileURLWithPath: scratch.path + "/App.sqlite")
    try copyFixture(to: copy)
    return try StoreIdentity(at: copy)
  }

  /// The model in the fixture, as the bytes of `model.json`; `nil` for a store that SwiftData made.
  ///
  /// - Throws: `StoreError`.
  func modelInFixture() throws -> [UInt8]? { try identity().model?.bytes }

  /// Checks that the files are those that were frozen, as far as the version has their digests: FreezeRay's files have only that
  /// of the SQL.
  ///
  /// - Throws: `SchemaLedgerError.custom` for the first that is not.
  func checkFiles() throws {
    switch layout {
    case .ledger(let entry):
      for (name, file) in entry.files.sorted(by: { $0.key < $1.key }) {
        guard try sha256(bytes(of: name)) == file.digest else { throw altered(name, by: "the digest in entry.json") }
      }
    case .freezeRay(let digest):
      guard let stored = try? StoreIdentity.storedSQL(at: fixture), sha256(stored) == digest else {
        throw altered("schema.sha256 or \(fixture.lastPathComponent)", by: "each other")
      }
      let sql =
        fixture.deletingPathExtension().lastPathComponent
        .replacingOccurrences(of: "App", with: "schema") + ".sql"
      guard FileManager.default.fileExists(atPath: folder.appendingPathComponent(sql).path) else { return }
      guard try sha256(bytes(of: sql)) == digest else { throw altered(sql, by: "the digest in schema.sha256") }
    }
  }

  private func altered(_ name: String, by reference: String) -> SchemaLedgerError {
    .custom(
      "The frozen version \(version) has been altered: \(name) does not agree with \(reference)\n"
        + "   Restore it: git checkout -- \(folder.path)")
  }

  /// The content of a file of the version.
  ///
  /// - Throws: `SchemaLedgerError.custom` if it cannot be read.
  func bytes(of name: String) throws -> [UInt8] { try Self.bytes(of: name, in: folder) }

  private static func bytes(of name: String, in folder: URL) throws -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    } catch {
      throw SchemaLedgerError.custom("\(folder.path)/\(name) cannot be read: \(error.localizedDescription)")
    }
  }
}
