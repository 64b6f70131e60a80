internal import EntityModel
public import Foundation
internal import GRDB
public import SchemaModel

/// Migrates a copy of a store.
struct DryRun {
  let schema: Schema
  let plan: MigrationPlan
  let files: StoreFiles
  let environment: SafetyEnvironment

  /// - Throws: ``MigrationError``.
  func run() throws -> DryRunReport {
    try SafeOpening.validate(plan, schema)
    guard !FileCall.exists(files.journal) else {
      throw unreadable(
        StoreError.file(path: files.journal.path, reason: "the store is being restored or set aside; call make first"))
    }
    guard (FileCall.size(files.url) ?? 0) > 0 else { return DryRunReport(.creates) }
    let identity: StoreIdentity
    let found: Schema
    do {
      identity = try StoreIdentity(at: files.url)
    } catch StoreError.notAStore(_, let tables) where tables.isEmpty {
      return DryRunReport(.creates)
    } catch {
      throw unreadable(error)
    }
    guard !identity.isMadeBySwiftData else { throw unreadable(StoreError.madeBySwiftData(path: files.path)) }
    if identity.isExactly(schema) { return DryRunReport(.nothing) }
    do {
      found = try identity.schema(in: plan.schemas)
    } catch {
      throw MigrationError.migrationFailed(underlying: error, backupAvailableAt: nil)
    }
    if found.declaredModel.identity() == schema.declaredModel.identity() { return DryRunReport(.nothing) }
    return try migrate(identity, found)
  }

  private func unreadable(_ error: any Error) -> MigrationError {
    .storeUnreadable(path: files.path, underlying: error)
  }

  private func migrate(_ identity: StoreIdentity, _ found: Schema) throws -> DryRunReport {
    let folder: URL
    let copy: StoreFiles
    do {
      folder = try makeFolder()
    } catch {
      throw MigrationError.backupFailed(underlying: error, path: files.path)
    }
    defer { try? FileCall.remove(folder) }
    copy = files.moved(to: folder)
    do {
      // The same steps as for a backup, so that what would prevent one is found here, too.
      let source = try StoreReader.trackless(files.url)
      _ = try BackupFolder(files: files, environment: environment).copy(identity, to: copy, from: source)
    } catch {
      throw MigrationError.backupFailed(underlying: error, path: files.path)
    }
    do {
      return try report(on: copy, identity, found)
    } catch let error as SwiftDataError {
      throw MigrationError.migrationFailed(underlying: error.underlyingError ?? error, backupAvailableAt: nil)
    } catch {
      throw MigrationError.migrationFailed(underlying: error, backupAvailableAt: nil)
    }
  }

  private func report(on copy: StoreFiles, _ identity: StoreIdentity, _ found: Schema) throws -> DryRunReport {
    let before = try StoreReader.closed(copy.url).read { try (identity.rowCounts(in: $0), Self.bytes($0)) }
    var opened: ModelContainer?
    let duration = try ContinuousClock().measure {
      opened = try ModelContainer(
        for: schema, steps: plan.steps, configurations: [ModelConfiguration(url: copy.url)])
    }
    let after = try opened?.rowCounts() ?? [:]
    let log = FileCall.size(copy.log) ?? 0
    let origins = try origins(from: found)
    let (bytesAfter, unfilled) = try StoreReader.live(copy.url).read { database in
      (try Self.bytes(database), try origins.filled.filter { try isWithoutValues($0, in: database) })
    }
    let names = Set(before.0.keys).union(after.keys).sorted()
    return DryRunReport(
      work: .migrates(from: identity.version ?? "", to: schema.version.description),
      rows: names.map { DryRunReport.Rows(entity: $0, before: before.0[$0], after: after[$0]) },
      lost: origins.lost, filled: origins.filled.filter { !unfilled.contains($0) }, unfilled: unfilled,
      duration: duration, bytesBefore: before.1, bytesAfter: bytesAfter, bytesNeeded: before.1 + log)
  }

  /// Whether no object has a value of a property, such as `Note.slug`, although there are objects. `false` for an entity, and
  /// for a relationship that has no column of its own.
  private func isWithoutValues(_ path: String, in database: Database) throws -> Bool {
    let names = path.split(separator: ".").map(String.init)
    guard names.count == 2 else { return false }
    let layout = try StoreLayout(of: schema.declaredModel)
    var columns =
      layout.column(of: names[1], in: names[0]).map { [$0.name] }
      ?? layout.columns(ofComposite: names[1], in: names[0]).map(\.name)
    if case .ownKey(let column)? = layout.storage(of: names[1], in: names[0]) { columns = [column] }
    guard !columns.isEmpty else { return false }
    let values = columns.map { "count(\($0))" }.joined(separator: " + ")
    let row = try Row.fetchOne(
      database,
      sql: "SELECT count(*), \(values) FROM \(layout.table(of: names[0])) WHERE Z_ENT = \(layout.number(of: names[0]))")
    return row.map { $0[0] > 0 && $0[1] == 0 } ?? false
  }

  private static func bytes(_ database: Database) throws -> Int64 {
    let pages = try Int64.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    return pages * (try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
  }

  private func origins(from found: Schema) throws -> PropertyOrigins {
    var origins = PropertyOrigins(found.declaredModel)
    let target = schema.declaredModel.identity()
    var reached = found.declaredModel
    for stage in plan.stages {
      let (from, to) = (Schema(versionedSchema: stage.fromSchema), Schema(versionedSchema: stage.toSchema))
      guard reached.identity() != target, from.declaredModel.identity() == reached.identity() else { continue }
      var renames: [DeclaredRename] = []
      if case .operations(_, _, let operations) = stage.migrationStage { renames = operations.renames }
      origins.apply(
        try InferredMapping(
          from: from.declaredModel, to: to.declaredModel, stage: stage.kind == .custom ? .custom : .lightweight,
          renames: renames))
      reached = to.declaredModel
    }
    return origins
  }

  /// A folder on the volume of the store if that may be written to, so that large values need not be copied.
  private func makeFolder() throws -> URL {
    let name = ".strata-dry-run-\(UUID().uuidString)"
    for parent in [files.folder, FileManager.default.temporaryDirectory] {
      let folder = parent.appendingPathComponent(name, isDirectory: true)
      if (try? FileCall.makeFolder(folder)) != nil { return folder }
    }
    throw FileCallError(2, "mkdir", files.folder)
  }
}

extension DryRunReport {
  /// The report of a store that is not migrated.
  fileprivate init(_ work: Work) {
    self.init(
      work: work, rows: [], lost: [], filled: [], unfilled: [], duration: .zero, bytesBefore: 0, bytesAfter: 0,
      bytesNeeded: 0)
  }
}

extension SafeModelContainer {
  /// Migrates a copy of a store, to see what would happen. The store itself is only read, the plan's hooks are not called,
  /// and the copy is removed.
  ///
  /// The copy is made in the folder of the store, or among the temporary files if that is not possible. A program that is killed
  /// meanwhile leaves it: a folder whose name begins with `.strata-dry-run-`.
  @concurrent
  public static func dryRun(for schema: Schema, plan: MigrationPlan, storeURL: URL) async -> DryRunResult {
    do {
      return .success(
        try DryRun(schema: schema, plan: plan, files: StoreFiles(storeURL), environment: .system).run())
    } catch let error as MigrationError {
      return .failure(error)
    } catch {
      return .failure(.storeUnreadable(path: storeURL.path, underlying: error))
    }
  }
}
