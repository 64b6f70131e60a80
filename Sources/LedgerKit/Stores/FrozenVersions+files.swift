internal import Digests
internal import Foundation
internal import GitStore
public import LedgerCore
internal import LedgerEntries
internal import SystemCalls

extension FrozenVersions {
  /// The greatest size of a bundle, and of the ledgers in a folder together, which are read into memory.
  private static let sizeLimit = 1 << 30

  /// Reads versions without a repository, from a bundle (``LedgerBundle``) or a folder: a checkout with its configuration, a
  /// ledger, or a folder whose subfolders are ledgers. Every file is compared with the digest that its entry records.
  ///
  /// - Parameter name: the path that the user gave.
  /// - Throws: `LedgerError.file` with what is wrong with the file or folder, `.invalidConfiguration`.
  public init(at path: String, named name: String) throws {
    guard let status = FileStatus(of: path) else {
      throw LedgerError.file(path: name, reason: "no such file or folder")
    }
    if status.kind == .folder {
      self = try Self(folder: path, name)
      return
    }
    do {
      guard let bytes = try allBytes(of: path, limit: Self.sizeLimit) else {
        throw LedgerError.file(path: name, reason: "is larger than 1 GiB, the limit for a bundle")
      }
      self = try LedgerBundle(parsing: bytes, named: name).versions
    } catch let error as SystemCallError {
      throw LedgerError.file(path: name, reason: error.reason)
    }
  }

  private init(folder path: String, _ name: String) throws {
    var reader = LedgerFiles(folder: path, name: name, limit: Self.sizeLimit)
    let databases: [DatabaseConfiguration]
    if let yaml = try reader.configuration() {
      databases = try Configuration(yaml: yaml).databases
      for database in databases { try reader.read(database.ledger, as: database.ledger) }
    } else {
      databases = try reader.readLedgers()
    }
    let snapshot = FileSnapshot(memory: reader.files)
    let ledgers = try databases.map { try Ledger(at: $0.ledger, in: snapshot) }
    for ledger in ledgers {
      if let broken = ledger.broken.first { throw LedgerError.file(path: broken.folder, reason: broken.reason) }
      for item in ledger.items {
        if let file = try FrozenFixture(item, in: snapshot).damagedFile {
          throw LedgerError.file(
            path: item.folder + "/" + file, reason: "is missing, or is not the file that \(Entry.fileName) records")
        }
      }
    }
    guard ledgers.contains(where: { !$0.items.isEmpty }) else {
      throw LedgerError.file(path: name, reason: "contains no frozen version: it is neither a ledger nor a checkout")
    }
    self.init(databases, in: snapshot, past: .unknown)
  }
}

/// Reads the files of ledgers below a folder.
private struct LedgerFiles {
  let folder: String
  let name: String
  /// The bytes that may still be read.
  var limit: Int
  /// By their paths in the snapshot.
  var files: [String: [UInt8]] = [:]

  init(folder: String, name: String, limit: Int) { (self.folder, self.name, self.limit) = (folder, name, limit) }

  /// The text of `schemaledger.yml`, if there is one.
  mutating func configuration() throws -> String? {
    let path = folder + "/" + Configuration.fileName
    guard FileStatus(of: path)?.kind == .regular else { return nil }
    let bytes = try bytes(of: path, shown: Configuration.fileName)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw LedgerError.notText(path: Configuration.fileName)
    }
    return text
  }

  /// Reads the entries and withdrawals of the ledger at `place` below the folder.
  ///
  /// - Parameter ledger: the folder of the ledger in the snapshot.
  mutating func read(_ place: String, as ledger: String) throws {
    // The names of files in an entry have no folders, and neither have those of withdrawals.
    for (part, depth) in [(Ledger.fixturesFolder(of: ""), 2), (Ledger.withdrawnFolder(of: ""), 1)] {
      let top = folder + (place.isEmpty ? "" : "/" + place) + part
      guard FileStatus(of: top)?.kind == .folder else { continue }
      do {
        let tree = try FileTree(at: top)
        while let item = tree.next() {
          switch item {
          case .failure(let path, let error): throw LedgerError.file(path: ledger + part + path, reason: error.reason)
          case .file(let path) where path.utf8.count(where: { $0 == UInt8(ascii: "/") }) == depth:
            files[ledger + part + path] = try bytes(of: top + path, shown: ledger + part + path)
          case .file: continue
          }
        }
      } catch let error as SystemCallError {
        throw LedgerError.file(path: ledger + part, reason: error.reason)
      }
    }
  }

  /// Reads the ledgers of a folder without a configuration: the folder itself, or its subfolders.
  mutating func readLedgers() throws -> [DatabaseConfiguration] {
    let isLedger = { (path: String) in FileStatus(of: path + Ledger.fixturesFolder(of: ""))?.kind == .folder }
    let places =
      isLedger(folder)
      ? [""]
      : ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        .filter { isLedger(folder + "/" + $0) }
    return try places.compactMap { place in
      let ledger = place.isEmpty ? Configuration.defaultLedger : place
      try read(place, as: ledger)
      return DatabaseConfiguration(of: try Ledger(at: ledger, in: FileSnapshot(memory: files)))
    }
  }

  private mutating func bytes(of path: String, shown: String) throws -> [UInt8] {
    do {
      guard let bytes = try allBytes(of: path, limit: limit) else {
        throw LedgerError.file(path: name, reason: "is larger than 1 GiB, the limit for a ledger without a repository")
      }
      limit -= bytes.count
      return bytes
    } catch let error as SystemCallError {
      throw LedgerError.file(path: shown, reason: error.reason)
    }
  }
}

extension DatabaseConfiguration {
  /// What the latest entry of a ledger says about its database. Returns `nil` for a ledger without entries. The source is
  /// not known, and is not read.
  fileprivate init?(of ledger: Ledger) {
    guard let entry = ledger.latest?.entry ?? ledger.items.last?.entry else {
      // Its only entries cannot be read, which is reported.
      guard !ledger.broken.isEmpty else { return nil }
      self.init(ledger: ledger.path, source: .schema(files: [], forward: nil))
      return
    }
    let source: SourceConfiguration =
      entry.convention.map { .migrations(MigrationFolderConfiguration(paths: [""], convention: $0)) }
      ?? .schema(files: [], forward: nil)
    self.init(name: entry.database, ledger: ledger.path, source: source)
    ignoredTables = entry.ignoredTables
  }
}

extension FrozenFixture {
  /// The first file that is missing or differs from what `entry.json` records; `nil` if there is none.
  var damagedFile: String? {
    entry.files.sorted { $0.key < $1.key }.first { name, file in
      guard let bytes = files[name] else { return true }
      return bytes.count != file.size || sha256(bytes) != file.digest
    }?.key
  }
}
