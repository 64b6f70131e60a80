internal import Foundation
internal import GRDB
internal import SchemaModel

/// The backups of one store: `.strata-backups/backup-<time>/<store>`, each with its `backup.json`.
///
/// The folder may contain backups of other stores, which are never touched. A folder with the name of a backup is complete
/// and verified, because it gets this name only then.
struct BackupFolder {
  let files: StoreFiles
  let environment: SafetyEnvironment

  /// How long backups are kept.
  private static let age: TimeInterval = 7 * 24 * 3600
  /// How many backups of one step are kept. A program whose migration fails makes one at each launch.
  private static let countOfOneStep = 3
  /// The bytes that a backup may need in addition to those of the store.
  private static let allowance: Int64 = 1 << 20

  /// The verified backups of the store, oldest first.
  func list() -> [StoreBackup] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: files.backups.path)) ?? []
    return names.sorted().compactMap { name in
      guard let date = BackupName.date(name) else { return nil }
      let folder = files.backups.appendingPathComponent(name, isDirectory: true)
      guard let manifest = Self.manifest(in: folder), manifest.store == files.name else { return nil }
      return StoreBackup(
        url: folder.appendingPathComponent(files.name), version: manifest.version,
        destinationVersion: manifest.destinationVersion, date: date, identifier: manifest.identifier)
    }
  }

  static func manifest(in folder: URL) -> BackupManifest? {
    guard let data = try? Data(contentsOf: folder.appendingPathComponent(BackupManifest.fileName)) else { return nil }
    return try? JSONDecoder().decode(BackupManifest.self, from: data)
  }

  /// Makes and verifies a backup.
  ///
  /// - Parameters:
  ///   - identity: the store as it is now.
  ///   - destination: the version to which it is about to be migrated.
  /// - Throws: ``BackupError``, ``FileCallError``, `DatabaseError`.
  func make(_ identity: StoreIdentity, destination: String) throws -> StoreBackup {
    let isNew = try FileCall.makeFolder(files.backups)
    let unfinished = files.unfinishedBackup
    // Left by a process that was killed.
    try FileCall.remove(unfinished)
    do {
      let source = try StoreReader.live(files.url)
      let copy = files.moved(to: unfinished)
      try FileCall.makeFolder(unfinished)
      let (snapshot, external) = try self.copy(identity, to: copy, from: source)
      let manifest = BackupManifest(
        store: files.name, identifier: identity.identifier, version: identity.version ?? "",
        destinationVersion: destination, rows: snapshot.rows, externalFiles: external)
      let backup = try publish(manifest, copy, in: unfinished)
      if isNew { try FileCall.synchronize(files.folder) }
      return backup
    } catch {
      try? FileCall.remove(unfinished)
      throw error
    }
  }

  /// Copies the store, and verifies the copy.
  ///
  /// - Returns: what the copy contains, and the sizes of its external files in bytes, by name.
  /// - Throws: as ``make(_:destination:)``.
  func copy(
    _ identity: StoreIdentity, to copy: StoreFiles, from source: DatabaseQueue
  ) throws -> (StoreSnapshot, [String: Int64]) {
    try checkSpace(source)
    // Before the copy and after it: another process may be deleting large values, or adding some.
    _ = try StoreSnapshot.linkExternalFiles(of: files, to: copy)
    let snapshot = try StoreSnapshot(of: files, identity, to: copy.url, from: source)
    let external = try StoreSnapshot.linkExternalFiles(of: files, to: copy)
    try environment.copied(copy.url)
    try verify(snapshot, copy, external, source)
    return (snapshot, external)
  }

  private func checkSpace(_ source: DatabaseQueue) throws {
    let bytes = try source.read { database in
      let pages = try Int64.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      return pages * (try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
    }
    let needed = bytes + Self.allowance
    let available = try environment.freeBytes(files.folder)
    guard needed <= available else {
      throw BackupError.notEnoughSpace(needed: needed, available: available, folder: files.folder.path)
    }
  }

  private func verify(
    _ snapshot: StoreSnapshot, _ copy: StoreFiles, _ external: [String: Int64], _ source: DatabaseQueue
  ) throws {
    var reasons = try snapshot.problems(of: copy, externalFiles: external)
    for name in snapshot.references.subtracting(external.keys).sorted()
    where FileCall.exists(files.external.appendingPathComponent(name)) {
      reasons.append("the external file \(name) is missing")
    }
    guard !reasons.isEmpty else { return }
    if let problem = try source.read({ try StoreReader.problem(in: $0) }) {
      throw BackupError.damagedStore(reason: problem)
    }
    throw BackupError.differs(reasons: reasons)
  }

  /// Gives a verified copy its name.
  private func publish(_ manifest: BackupManifest, _ copy: StoreFiles, in unfinished: URL) throws -> StoreBackup {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let file = unfinished.appendingPathComponent(BackupManifest.fileName)
    try encoder.encode(manifest).write(to: file)
    for url in [copy.url, file] + (FileCall.exists(copy.external) ? [copy.external, copy.support] : []) + [unfinished] {
      try FileCall.synchronize(url)
    }
    var date = environment.now()
    while true {
      let folder = files.backups.appendingPathComponent(BackupName.name(at: date), isDirectory: true)
      // Another store of this folder may have a backup of the same microsecond. A name that is taken between the two
      // calls belongs to a folder with contents, which a rename cannot replace.
      if !FileCall.exists(folder) {
        try FileCall.rename(unfinished, to: folder)
        try FileCall.synchronize(files.backups)
        return StoreBackup(
          url: folder.appendingPathComponent(files.name), version: manifest.version,
          destinationVersion: manifest.destinationVersion, date: BackupName.date(folder.lastPathComponent) ?? date,
          identifier: manifest.identifier)
      }
      date += 0.000_002
    }
  }

  /// Removes old backups of the store: those older than seven days by the time in their name, and all but the newest three
  /// of the same step. The newest backup stays whatever its age.
  func prune() throws {
    let all = list()
    guard let newest = all.last else { return }
    let limit = environment.now().addingTimeInterval(-Self.age)
    let sameStep = all.filter {
      $0.version == newest.version && $0.destinationVersion == newest.destinationVersion
    }
    let surplus = Set(sameStep.dropLast(Self.countOfOneStep))
    for backup in all.dropLast() where backup.date < limit || surplus.contains(backup) {
      // A half removed folder must not look like a backup.
      try FileCall.remove(files.unfinishedBackup)
      try FileCall.rename(backup.folder, to: files.unfinishedBackup)
      try FileCall.remove(files.unfinishedBackup)
    }
  }
}
