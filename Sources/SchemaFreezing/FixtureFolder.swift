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
    guard files.fileExists(atPath: folder.path) else { return nil }
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

/// Where frozen versions are: `SchemaLedger/Fixtures` and `FreezeRay/Fixtures` of the package that is tested.
struct FixtureFolders {
  static let names = ["SchemaLedger/Fixtures", "FreezeRay/Fixtures"]
  /// Where new ones are written.
  let own: URL
  /// Where they are looked for.
  let all: [URL]

  /// - Parameter directory: the fixtures folder itself; nil to look in the current folder and those around it, up to the
  ///   top of the repository. `swift test` runs tests in the package's folder.
  init(_ directory: URL?) {
    if let directory {
      own = directory
      all = [directory]
      return
    }
    let files = FileManager.default
    let start = URL(fileURLWithPath: files.currentDirectoryPath)
    var folder = start
    while true {
      let found = Self.names.map { folder.appendingPathComponent($0) }.filter { files.fileExists(atPath: $0.path) }
      if !found.isEmpty {
        all = found
        own = folder.appendingPathComponent(Self.names[0])
        return
      }
      let isTop = files.fileExists(atPath: folder.appendingPathComponent(".git").path)
      if isTop || folder.path == "/" || folder.pathComponents.count <= 1 { break }
      folder = folder.deletingLastPathComponent()
    }
    own = start.appendingPathComponent(Self.names[0])
    all = Self.names.map { start.appendingPathComponent($0) }
  }

  /// The frozen version with a name; nil for none.
  func version(_ version: String) throws -> FrozenVersion? {
    for folder in all {
      if let found = try FrozenVersion(version, at: folder.appendingPathComponent(version)) { return found }
    }
    return nil
  }

  /// All of them, oldest first.
  func versions() throws -> [FrozenVersion] {
    var found: [String: FrozenVersion] = [:]
    for folder in all {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names where found[name] == nil && (try? Version(name)) != nil {
        found[name] = try FrozenVersion(name, at: folder.appendingPathComponent(name))
      }
    }
    return try found.values.map { (try Version($0.version), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
