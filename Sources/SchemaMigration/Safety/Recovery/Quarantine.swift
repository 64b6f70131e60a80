public import Foundation
internal import SchemaModel

/// A store that ``SafeModelContainer`` has set aside, because it could not be opened or migrated.
public struct Quarantine: Sendable, CustomStringConvertible {
  /// The file of the store. SQLite's files and the folder of large values are in the same folder, with their usual names.
  public let storeURL: URL
  /// Why the store could not be used.
  public let reason: MigrationError

  /// Such as `The store was set aside at …: Migration failed: …`.
  public var description: String { "The store was set aside at \(storeURL.path): \(reason)" }
}

/// Moves a store and everything that belongs to it into a folder of its own.
struct StoreAside {
  let files: StoreFiles
  let environment: SafetyEnvironment

  /// Moves the whole store.
  ///
  /// - Returns: the file of the moved store.
  /// - Throws: `StoreError.locked` if a connection has the store open; ``FileCallError``.
  func quarantine() throws -> URL {
    try StoreUse.checkUnused(files)
    let folder = try makeFolder()
    let journal = SafetyJournal(operation: .quarantine, aside: relative(folder), backup: nil)
    try environment.moving(files.url)
    try journal.write(files)
    try StoreUse.checkStillUnused(files, folder)
    try finish(journal)
    return folder.appendingPathComponent(files.name)
  }

  /// Moves what a killed process has not moved.
  ///
  /// The store's own file is moved last. As long as it has its name, a log of that name belongs to it. Once it is in the other
  /// folder, nothing is left to do, even if a process has created a new store meanwhile.
  func finish(_ journal: SafetyJournal) throws {
    let folder = files.folder.appendingPathComponent(journal.aside, isDirectory: true)
    let aside = files.moved(to: folder)
    if !FileCall.exists(aside.url) {
      try moveCompanions(to: aside)
      try moveExternalFiles(to: aside)
      try FileCall.synchronize(folder)
      try FileCall.synchronize(files.folder)
      if FileCall.exists(files.url) { try FileCall.rename(files.url, to: aside.url) }
    }
    try FileCall.synchronize(folder)
    try FileCall.synchronize(files.folder)
    try SafetyJournal.remove(files)
  }

  /// Moves SQLite's files, so that none of them is applied to another database.
  func moveCompanions(to aside: StoreFiles) throws {
    for suffix in StoreFiles.suffixes where FileCall.exists(files.beside(suffix)) {
      var target = aside.beside(suffix)
      var number = 1
      // A process that does not use the lock may have created another one after the first was moved.
      while FileCall.exists(target) {
        number += 1
        target = aside.beside("\(suffix)-\(number)")
      }
      try FileCall.rename(files.beside(suffix), to: target)
    }
  }

  private func moveExternalFiles(to aside: StoreFiles) throws {
    guard FileCall.exists(files.support) else { return }
    if files.sharesExternalFolder {
      _ = try StoreSnapshot.linkExternalFiles(of: files, to: aside)
    } else if !FileCall.exists(aside.support) {
      try FileCall.rename(files.support, to: aside.support)
    }
  }

  /// Creates `.strata-quarantine/<store>-<time>`.
  func makeFolder() throws -> URL {
    try FileCall.makeFolder(files.quarantine)
    var date = environment.now()
    while true {
      let name = files.name + "-" + BackupName.time(at: date)
      let folder = files.quarantine.appendingPathComponent(name, isDirectory: true)
      if try FileCall.makeFolder(folder) {
        try FileCall.synchronize(files.quarantine)
        try FileCall.synchronize(files.folder)
        return folder
      }
      date += 0.000_002
    }
  }

  /// The path of a folder relative to that of the store, so that the journal stays right if that is moved.
  func relative(_ folder: URL) -> String {
    "\(folder.deletingLastPathComponent().lastPathComponent)/\(folder.lastPathComponent)"
  }
}
