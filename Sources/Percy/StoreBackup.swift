internal import EntityModel
internal import Foundation
internal import GRDB

/// The backup of a store, in the folder `percy` next to it.
struct StoreBackup {
  private let store: URL
  private let folder: URL

  init(of store: URL) {
    self.store = store
    folder = store.deletingLastPathComponent().appendingPathComponent("percy")
  }

  /// Copies the store and the files of its large values, checks the copy, and puts it in the place of the former backup.
  /// The former one stays until the new one is complete.
  ///
  /// - Throws: ``BackupError``, `DatabaseError`, the errors of `FileManager`.
  func make() throws {
    let files = FileManager.default
    let new = folder.appendingPathComponent("new")
    if files.fileExists(atPath: new.path) { try files.removeItem(at: new) }
    try files.createDirectory(at: new, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: new) }
    let copy = new.appendingPathComponent("backup.store")
    try copyDatabase(to: copy)
    try copyValues(to: copy)
    for name in Self.names {
      let old = folder.appendingPathComponent(name)
      if files.fileExists(atPath: old.path) { try files.removeItem(at: old) }
      let replacement = new.appendingPathComponent(name)
      if files.fileExists(atPath: replacement.path) { try files.moveItem(at: replacement, to: old) }
    }
  }

  /// What belongs to a backup. A journal of the former one would be replayed into the new one.
  private static let names = [
    "backup.store-wal", "backup.store-shm", "backup.store-journal", ".backup_SUPPORT", "backup.store",
  ]

  /// Copies the contents of the database, those of its write-ahead log included, whoever has it open.
  /// https://www.sqlite.org/backup.html
  private func copyDatabase(to copy: URL) throws {
    var readOnly = Configuration()
    readOnly.readonly = true
    readOnly.busyMode = .timeout(5)
    let from = try DatabaseQueue(path: store.path, configuration: readOnly)
    let to = try DatabaseQueue(path: copy.path)
    try from.backup(to: to)
    let problem = try to.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    try to.close()
    guard problem == "ok" else { throw BackupError(problem: problem ?? "the check has no result") }
  }

  private func copyValues(to copy: URL) throws {
    let (from, to) = (ExternalStorage.folder(ofStore: store.path), ExternalStorage.folder(ofStore: copy.path))
    guard FileManager.default.fileExists(atPath: from) else { return }
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: to).deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: from, toPath: to)
  }
}

/// The copy of a store is damaged, because the store is.
struct BackupError: Error, CustomStringConvertible {
  let problem: String
  var description: String { "the copy fails SQLite's integrity check: \(problem)" }
}
