internal import EntityModel
internal import Foundation
internal import SchemaModel

/// One call of ``SafeModelContainer``.
struct SafeOpening: Sendable {
  typealias Opened = SafeModelContainer.Opened

  let schema: Schema
  let plan: MigrationPlan
  let safety: SafeModelContainer.Safety
  let environment: SafetyEnvironment
  let files: StoreFiles
  private let configurations: [ModelConfiguration]

  init(
    schema: Schema, plan: MigrationPlan, url: URL, safety: SafeModelContainer.Safety,
    cloudKitDatabase: ModelConfiguration.CloudKitDatabase, configurations: [ModelConfiguration],
    environment: SafetyEnvironment
  ) throws {
    self.schema = schema
    self.plan = plan
    self.safety = safety
    self.environment = environment
    files = StoreFiles(url)
    try Self.validate(plan, schema)
    let own = ModelConfiguration(url: url, cloudKitDatabase: cloudKitDatabase)
    self.configurations = [own] + (try Self.others(configurations, than: url, schema))
  }

  /// Checks the plan without opening a file.
  static func validate(_ plan: MigrationPlan, _ schema: Schema) throws(MigrationError) {
    var reasons = plan.validate()
    let identity = schema.declaredModel.identity()
    let versions = plan.schemas.map { Schema(versionedSchema: $0) }
    if !versions.contains(where: { $0.declaredModel.identity() == identity }) {
      let names = versions.map(\.version.description).joined(separator: ", ")
      reasons.append("The container's schema, \(schema.version), is not a version of the plan (\(names)).")
    }
    guard reasons.isEmpty else { throw .validationFailed(reasons: reasons) }
  }

  /// The configurations of other stores.
  ///
  /// - Throws: `SwiftDataError.duplicateConfiguration` if one for the store asks for what is not done.
  private static func others(
    _ configurations: [ModelConfiguration], than url: URL, _ schema: Schema
  ) throws -> [ModelConfiguration] {
    try configurations.filter { configuration in
      guard configuration.url.standardizedFileURL.path == url.standardizedFileURL.path,
        !configuration.isStoredInMemoryOnly
      else { return true }
      let models = configuration.schema ?? schema
      guard configuration.allowsSave, models.declaredModel.identity() == schema.declaredModel.identity() else {
        throw SwiftDataError.duplicateConfiguration
      }
      return false
    }
  }

  // MARK: The steps

  /// What is to be done with the store.
  private enum Task {
    /// The store does not exist, or has the container's schema.
    case open
    case migrate(StoreIdentity)
  }

  func run() async throws -> Opened {
    if !FileCall.exists(files.journal), case .open = try? task() {
      do {
        return try opened()
      } catch  where safety == .quarantine && StoreFault.isOfStore(error) {
        // Only the process with the lock may set the store aside.
      }
    }
    guard FileCall.exists(files.folder) else { return try opened() }
    let lock: StoreLock
    do {
      lock = try await StoreLock.wait(for: files)
    } catch let error as FileCallError {
      // A store that needs no migration can be opened all the same, and then says itself what is wrong.
      throw MigrationError.migrationFailed(underlying: error, backupAvailableAt: nil)
    }
    defer { withExtendedLifetime(lock) {} }
    try InterruptedWork(files: files, environment: environment).finish()
    do {
      switch try task() {
      case .open: return try opened()
      case .migrate(let identity): return try migrate(identity)
      }
    } catch let error as MigrationError where safety == .quarantine && StoreFault.isOfStore(error) {
      return try setAside(because: error)
    } catch let refusal as Refusal {
      throw refusal.error
    }
  }

  /// Examines the store, without writing.
  ///
  /// - Throws: ``MigrationError``.
  private func task() throws(MigrationError) -> Task {
    let identity: StoreIdentity
    do {
      guard try StoreReader.isThere(files) else { return .open }
      identity = try StoreReader.identity(files.url)
    } catch StoreError.notAStore(_, let tables) where tables.isEmpty {
      // A process was killed while it created the store.
      return .open
    } catch {
      throw .storeUnreadable(path: files.path, underlying: error)
    }
    // Such a store is refused when it is opened.
    if identity.isMadeBySwiftData || identity.isExactly(schema) { return .open }
    do {
      let found = try identity.schema(in: plan.schemas)
      return found.declaredModel.identity() == schema.declaredModel.identity() ? .open : .migrate(identity)
    } catch {
      throw .migrationFailed(underlying: error, backupAvailableAt: nil)
    }
  }

  private func container() throws -> ModelContainer {
    try ModelContainer(for: schema, steps: plan.steps, configurations: configurations)
  }

  /// Opens a store that needs no migration.
  private func opened() throws -> Opened {
    do {
      return Opened(container: try container(), migratedFrom: nil, backup: nil, quarantine: nil)
    } catch {
      throw MigrationError.storeUnreadable(path: files.path, underlying: Self.cause(of: error))
    }
  }

  private func migrate(_ identity: StoreIdentity) throws -> Opened {
    let backup = try safety == .none ? nil : makeBackup(identity)
    let context = MigrationPlan.HookContext(
      storeURL: files.url, sourceVersion: identity.version ?? "", destinationVersion: schema.version.description)
    do {
      try plan.preMigration?(context)
    } catch {
      throw Refusal(error: .migrationFailed(underlying: error, backupAvailableAt: backup?.url))
    }
    let container: ModelContainer
    do {
      container = try self.container()
    } catch {
      container = try recover(from: Self.cause(of: error), identity, backup)
    }
    do {
      try plan.postMigration?(context)
    } catch {
      throw MigrationError.postMigrationHookFailed(underlying: error, backupAvailableAt: backup?.url)
    }
    prune(after: backup)
    return Opened(container: container, migratedFrom: identity.version, backup: backup, quarantine: nil)
  }

  private func makeBackup(_ identity: StoreIdentity) throws -> StoreBackup {
    do {
      return try BackupFolder(files: files, environment: environment).make(
        identity, destination: schema.version.description)
    } catch {
      throw MigrationError.backupFailed(underlying: error, path: files.path)
    }
  }

  /// Removes old backups. A failure only takes space.
  private func prune(after backup: StoreBackup?) {
    guard backup != nil else { return }
    try? BackupFolder(files: files, environment: environment).prune()
  }

  // MARK: Failure

  /// Examines the store after a failed migration.
  ///
  /// - Returns: the container, if the store is migrated nevertheless, for example by another process.
  /// - Throws: ``MigrationError``.
  private func recover(
    from error: any Error, _ identity: StoreIdentity, _ backup: StoreBackup?
  ) throws -> ModelContainer {
    defer { prune(after: backup) }
    try environment.failed(files.url)
    let failure = MigrationError.migrationFailed(underlying: error, backupAvailableAt: backup?.url)
    switch FailedStore(files: files, before: identity, destination: schema).state {
    case .asBefore, .unknown: throw failure
    case .migrated:
      guard let container = try? container() else { throw failure }
      return container
    case .damaged:
      guard let backup, safety == .backupAndRollback || safety == .quarantine else { throw failure }
      do {
        try StoreRestore(files: files, environment: environment).run(backup)
      } catch {
        throw MigrationError.rollbackFailed(underlying: error, attemptedRestoreFrom: backup.url)
      }
      throw failure
    }
  }

  /// Sets the store aside and creates a new one.
  private func setAside(because reason: MigrationError) throws -> Opened {
    let moved: URL
    do {
      moved = try StoreAside(files: files, environment: environment).quarantine()
    } catch {
      throw MigrationError.storeUnreadable(path: files.path, underlying: error)
    }
    let opened = try opened()
    return Opened(
      container: opened.container, migratedFrom: nil, backup: nil,
      quarantine: Quarantine(storeURL: moved, reason: reason))
  }

  /// The error behind `SwiftDataError.loadIssueModelContainer`.
  private static func cause(of error: any Error) -> any Error {
    (error as? SwiftDataError)?.underlyingError ?? error
  }
}

/// The program's own hook does not want the migration. That says nothing about the store.
private struct Refusal: Error {
  let error: MigrationError
}
