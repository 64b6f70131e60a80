internal import EntityModel
public import Foundation
internal import GRDB
public import SchemaModel

/// Copies what can be read of a store into a new one.
struct StoreSalvage {
  let schema: Schema
  let damaged: StoreFiles
  let destination: URL

  private let layout: StoreLayout

  init(_ schema: Schema, from damaged: URL, to destination: URL) throws {
    self.schema = schema
    self.damaged = StoreFiles(damaged)
    self.destination = destination
    layout = try StoreLayout(of: schema.declaredModel)
  }

  /// - Throws: ``MigrationError/storeUnreadable(path:underlying:)`` if nothing can be read.
  func run() throws -> SalvageReport {
    guard !FileCall.exists(destination) else {
      throw MigrationError.storeUnreadable(
        path: destination.path,
        underlying: StoreError.file(path: destination.path, reason: "the file of the new store exists already"))
    }
    guard FileCall.exists(damaged.url) else {
      throw MigrationError.storeUnreadable(path: damaged.path, underlying: StoreError.missing(path: damaged.path))
    }
    let parent = destination.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    let folder = parent.appendingPathComponent(".strata-salvage-\(UUID().uuidString)", isDirectory: true)
    try FileCall.makeFolder(folder)
    defer { try? FileCall.remove(folder) }
    let copy = damaged.moved(to: folder)
    // SQLite writes to a database when it reads its log, so it works on a copy.
    for suffix in ["", "-wal", "-journal"] where FileCall.exists(damaged.beside(suffix)) {
      try FileManager.default.copyItem(at: damaged.beside(suffix), to: copy.beside(suffix))
    }
    // The new store gets its name when it is complete.
    let new = folder.appendingPathComponent("new", isDirectory: true)
    let fresh = StoreFiles(new.appendingPathComponent(destination.lastPathComponent))
    let report = try salvage(copy, into: fresh)
    let target = StoreFiles(destination)
    if FileCall.exists(fresh.external) { _ = try StoreSnapshot.linkExternalFiles(of: fresh, to: target) }
    try FileCall.synchronize(fresh.url)
    try FileCall.rename(fresh.url, to: target.url)
    try FileCall.synchronize(parent)
    return report
  }

  /// The error of a store whose list of tables cannot be read. It names what the user can do.
  private func unreadable(_ error: any Error) -> StoreError {
    let backup = BackupFolder(files: damaged, environment: .system).list().last
    let advice =
      backup.map { "The newest backup is \($0.url.path)" } ?? "There is no backup of it in \(damaged.backups.path)"
    let cause = (error as? DatabaseError)?.message ?? "\(error)"
    return .notADatabase(
      path: damaged.path,
      reason:
        "the list of tables, which begins in the first page, cannot be read (\(cause)). Without it, no row can be "
        + "read, although other pages may be whole. \(advice)")
  }

  private func salvage(_ copy: StoreFiles, into fresh: StoreFiles) throws -> SalvageReport {
    let source: DatabaseQueue
    do {
      source = try DatabaseQueue(path: copy.path)
      _ = try source.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") }
    } catch {
      throw MigrationError.storeUnreadable(path: damaged.path, underlying: unreadable(error))
    }
    defer { try? source.close() }
    let identity = try? StoreIdentity(at: copy.url)
    let stored = identity?.model ?? schema.declaredModel
    var report = SalvageReport(
      version: identity?.version, storeURL: destination,
      entities: schema.declaredModel.entities.map { SalvageReport.Entity(name: $0.name, rows: 0, losses: []) })
    _ = try ModelContainer(for: schema, steps: nil, configurations: [ModelConfiguration(url: fresh.url)])
    let target = try DatabaseQueue(path: fresh.path)
    let work = SalvageWork(
      model: schema.declaredModel, layout: layout, stored: stored, storedLayout: try StoreLayout(of: stored),
      damaged: damaged, fresh: fresh)
    // A transaction cannot end normally after SQLite has met a damaged page.
    try source.unsafeRead { source in
      try target.write { target in try work.copy(from: source, to: target, &report) }
    }
    // The log becomes part of the file, which is going to be renamed.
    try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try target.close()
    try SalvagedObjects(schema: schema, files: fresh).check(work, &report)
    return report
  }
}

extension SafeModelContainer {
  /// Copies what can be read of a store into a new one: of a store with damaged pages, of an unknown version, or without
  /// a migration. The store itself is only read.
  ///
  /// The rows keep their primary keys, and with them their relationships. A row is left out if it lacks a value that its
  /// model requires. If the store's own models can be read, only properties with the same type in both are copied.
  ///
  /// To salvage a store of an older version, use the models of that version, and migrate the new store afterwards.
  ///
  /// - Parameters:
  ///   - entities: the models. The models that they refer to are salvaged, too.
  ///   - damaged: the file of the store. No connection may have it open.
  ///   - destination: the file of the new store, which must not exist.
  /// - Returns: for each model, the number of rows in the new store, and what could not be read.
  /// - Throws: ``MigrationError/storeUnreadable(path:underlying:)`` if nothing can be read; `StoreError`.
  @concurrent
  public static func salvage(
    entities: [any PersistentModel.Type], from damaged: URL, to destination: URL
  ) async throws -> SalvageReport {
    try StoreSalvage(Schema(entities), from: damaged, to: destination).run()
  }
}
