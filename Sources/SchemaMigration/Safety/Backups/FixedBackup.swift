internal import Foundation
internal import GRDB
internal import SchemaModel

/// The only backup of a store, at a fixed place, where a new one replaces the former one.
///
/// 1. The store is copied to a folder beside the backup, verified, and synchronised with the disk.
/// 2. The files of large values are moved to those of the former backup. Each has a name of its own and never changes, so
///    the former backup stays whole.
/// 3. The log of the former backup, which a program may have left, becomes part of its file. SQLite would apply the log to
///    any database with that name.
/// 4. The copy is renamed to the name of the backup. This replaces the former backup in one step.
/// 5. The files of large values that only the former backup had are removed.
///
/// A process that is killed before step 4 leaves the former backup, in step 3 perhaps with a rollback journal that SQLite
/// undoes when the backup is opened for writing; after step 4 it leaves the new one. Only the process with the lock
/// of the store may do this.
struct FixedBackup {
  let store: StoreFiles
  let backup: StoreFiles
  let environment: SafetyEnvironment

  private var unfinished: URL { backup.folder.appendingPathComponent(".unfinished-" + backup.name, isDirectory: true) }

  /// Makes and verifies a backup, and replaces the former one.
  ///
  /// - Parameter identity: the store as it is now.
  /// - Throws: ``BackupError``, ``FileCallError``, `StoreError.locked` if a program has the former backup open;
  ///   `DatabaseError`. There is no new backup then, and the former one is whole.
  func make(_ identity: StoreIdentity) throws {
    if try FileCall.makeFolder(backup.folder) { try FileCall.synchronize(store.folder) }
    // Left by a process that was killed.
    try FileCall.remove(unfinished)
    try FileCall.makeFolder(unfinished)
    defer { try? FileCall.remove(unfinished) }
    let copy = backup.moved(to: unfinished)
    let source = try StoreReader.live(store.url)
    let (_, external) = try BackupFolder(files: store, environment: environment).copy(identity, to: copy, from: source)
    try FileCall.synchronize(copy.url)
    try moveExternalFiles(external.keys.sorted(), of: copy)
    try replaceFormer(by: copy)
    removeExternalFiles(except: Set(external.keys))
  }

  private func moveExternalFiles(_ names: [String], of copy: StoreFiles) throws {
    guard !names.isEmpty else { return }
    try FileCall.makeFolder(backup.support)
    try FileCall.makeFolder(backup.external)
    for name in names {
      try FileCall.rename(copy.external.appendingPathComponent(name), to: backup.external.appendingPathComponent(name))
    }
    for folder in [backup.external, backup.support, backup.folder] { try FileCall.synchronize(folder) }
  }

  /// Renames the copy while no other connection can read the former backup: one that read it later would create a log with
  /// the name of the new backup's.
  private func replaceFormer(by copy: StoreFiles) throws {
    guard (FileCall.size(backup.url) ?? 0) > 0 else {
      try removeCompanions()
      return try rename(copy)
    }
    var configuration = Configuration()
    configuration.busyMode = .timeout(1)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    do {
      let former = try DatabaseQueue(path: backup.path, configuration: configuration)
      let mode = try former.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE") }
      guard mode == "delete" else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
      // SQLite does not say if it could not remove the log.
      try removeCompanions()
      try former.inTransaction(.exclusive) { _ in
        try rename(copy)
        return .rollback
      }
      try former.close()
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: throw StoreError.locked(path: backup.path)
      // Nobody can restore the former backup.
      case .SQLITE_NOTADB, .SQLITE_CORRUPT:
        try removeCompanions()
        try rename(copy)
      default: throw error
      }
    }
  }

  private func rename(_ copy: StoreFiles) throws {
    try FileCall.rename(copy.url, to: backup.url)
    try FileCall.synchronize(backup.folder)
  }

  /// Removes SQLite's files of a backup that does not exist or cannot be read.
  private func removeCompanions() throws {
    for suffix in StoreFiles.suffixes { try FileCall.unlink(backup.beside(suffix)) }
    try FileCall.synchronize(backup.folder)
  }

  /// A failure only takes space.
  private func removeExternalFiles(except names: Set<String>) {
    let found = (try? FileManager.default.contentsOfDirectory(atPath: backup.external.path)) ?? []
    for name in found where !names.contains(name) {
      try? FileCall.unlink(backup.external.appendingPathComponent(name))
    }
  }
}
