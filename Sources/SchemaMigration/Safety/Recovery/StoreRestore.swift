internal import Foundation
internal import GRDB
internal import SchemaModel

/// Puts a copy of a backup in the place of the store.
///
/// 1. The backup is copied next to the store, verified, and synchronised with the disk. Until here, nothing has changed.
/// 2. The journal is written.
/// 3. The store's own file gets a second name in a folder of `.strata-quarantine`, and its log moves there. SQLite would
///    apply the log to any database with the store's name, so it must be moved, on the disk too, before the next step.
/// 4. The copy is renamed to the store's name. This replaces the old file in one step: the name always leads to a whole
///    database, and the old one still exists under its second name.
/// 5. The journal is removed.
///
/// A process that finds the journal continues at step 3 if the copy exists, and at step 5 if it does not. Only step 4 removes
/// the copy, so a log that exists without the copy belongs to the restored store.
struct StoreRestore {
  let files: StoreFiles
  let environment: SafetyEnvironment

  private var aside: StoreAside { StoreAside(files: files, environment: environment) }

  /// - Throws: `StoreError.locked` if a connection has the store open; ``BackupError``, ``FileCallError``,
  ///   `DatabaseError`. The store is then unchanged, or the journal exists and the next launch continues.
  func run(_ backup: StoreBackup) throws {
    try StoreUse.checkUnused(files)
    try copy(backup.folder)
    try restoreExternalFiles(of: backup.folder)
    let folder = try aside.makeFolder()
    let journal = SafetyJournal(
      operation: .restore, aside: aside.relative(folder), backup: aside.relative(backup.folder))
    try environment.moving(files.url)
    try journal.write(files)
    try StoreUse.checkStillUnused(files, folder)
    // A container that was opened before there was a journal may have removed files to which no row refers yet.
    try restoreExternalFiles(of: backup.folder)
    try finish(journal)
  }

  /// Continues after the journal was written.
  func finish(_ journal: SafetyJournal) throws {
    let folder = files.folder.appendingPathComponent(journal.aside, isDirectory: true)
    let moved = files.moved(to: folder)
    if FileCall.exists(files.replacement) {
      if FileCall.exists(files.url) { try FileCall.link(files.url, to: moved.url) }
      try aside.moveCompanions(to: moved)
      try FileCall.synchronize(folder)
      try FileCall.synchronize(files.folder)
      try FileCall.rename(files.replacement, to: files.url)
    }
    try FileCall.synchronize(files.folder)
    try SafetyJournal.remove(files)
  }

  /// Makes the copy that is going to be renamed. A copy that a killed process has left is replaced.
  private func copy(_ backup: URL) throws {
    guard let manifest = BackupFolder.manifest(in: backup) else {
      throw BackupError.differs(reasons: ["it has no \(BackupManifest.fileName)"])
    }
    let source = StoreFiles(backup.appendingPathComponent(files.name))
    try FileCall.remove(files.replacement)
    do {
      // The backup is closed and has no log, so its file is all of it.
      try FileManager.default.copyItem(at: source.url, to: files.replacement)
      let problems = try StoreSnapshot.problems(
        of: StoreFiles(files.replacement), rows: manifest.rows, externalFiles: [:], identifier: manifest.identifier,
        version: manifest.version)
      guard problems.isEmpty else { throw BackupError.differs(reasons: problems) }
      try FileCall.synchronize(files.replacement)
    } catch {
      try? FileCall.remove(files.replacement)
      throw error
    }
  }

  /// Adds the external files that the store no longer has. None is removed or replaced: each has a name of its own.
  private func restoreExternalFiles(of backup: URL) throws {
    let source = StoreFiles(backup.appendingPathComponent(files.name))
    guard FileCall.exists(source.external) else { return }
    _ = try StoreSnapshot.linkExternalFiles(of: source, to: files)
    try FileCall.synchronize(files.external)
    try FileCall.synchronize(files.support)
  }
}
