internal import Foundation
internal import LedgerEntries

/// A frozen version on disk, in any of three layouts: the ledger's own, and FreezeRay's two.
struct FrozenVersion {
  /// Who wrote it.
  enum Layout {
    /// `App.sqlite`, `schema.sql`, `schema.sha256`, `model.json`, `entry.json`
    case ledger(Entry)
    /// `App.sqlite` or `App-1_0_0.sqlite`, with the digest of the SQL that SQLite keeps.
    case freezeRay(digest: String)
  }

  let version: String
  let folder: URL
  let layout: Layout
  let fixture: URL

  /// Reads the folder of a version; nil where nothing is.
  ///
  /// - Throws: `SchemaLedgerError.custom` for a folder that is none of the three, or not whole.
  init?(_ version: String, at folder: URL) throws {
    let files = FileManager.default
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else { return nil }
    self.version = version
    self.folder = folder
    let entry = folder.appendingPathComponent(Entry.fileName)
    if let bytes = try? Data(contentsOf: entry) {
      do {
        let entry = try Entry(parsing: [UInt8](bytes), folder: folder.path)
        layout = .ledger(entry)
        fixture = folder.appendingPathComponent(entry.fixtureName)
      } catch {
        throw SchemaLedgerError.custom("\(folder.path) is no entry that can be read: \(error.message)")
      }
      return
    }
    // The ledger's own entry is written last: what has a model and no entry was left by a process that was killed.
    let isUnfinished = files.fileExists(atPath: folder.appendingPathComponent(Entry.modelName).path)
    if isUnfinished { return nil }
    let suffix = "-" + version.replacingOccurrences(of: ".", with: "_")
    for ending in ["", suffix] {
      let fixture = folder.appendingPathComponent("App\(ending).sqlite")
      let digest = folder.appendingPathComponent("schema\(ending).sha256")
      if files.fileExists(atPath: fixture.path), let text = try? String(contentsOf: digest, encoding: .utf8) {
        layout = .freezeRay(digest: text.split(separator: " ").first.map(String.init) ?? "")
        self.fixture = fixture
        return
      }
    }
    throw SchemaLedgerError.custom("\(folder.path) is neither an entry of a ledger nor a fixture of FreezeRay")
  }
}
