internal import Findings
public import GitStore
public import LedgerCore
package import LedgerEntries
internal import MigrationSources
internal import ProjectModels

/// Lints and verifies the migrations of the index that no version has, or models that no version has, for the pre-commit
/// hook.
public struct PendingReview {
  /// The key of Git's configuration with the seconds that a review may take.
  public static let timeLimitKey = "schemaledger.verifyTimeLimit"
  /// The seconds that it may take if the key is not set.
  public static let defaultTimeLimit = 30

  /// The repository whose index is read.
  public let repository: Repository
  /// The environment of the repository's commands.
  public let environment: CommandEnvironment
  /// How fixtures are verified.
  public let options: Verification.Options
  /// The number of versions that are migrated at the same time.
  public let jobs: Int

  /// Creates a review. It reads nothing before ``findings(of:in:progress:)``.
  public init(
    repository: Repository, environment: CommandEnvironment, options: Verification.Options, jobs: Int = 1
  ) {
    self.jobs = jobs
    self.repository = repository
    self.environment = environment
    self.options = options
  }

  /// The seconds that Git's configuration allows.
  ///
  /// - Throws: `LedgerError.invalidSetting`, `GitError`.
  public func timeLimit() throws -> Int {
    guard let text = try repository.string(Self.timeLimitKey) else { return Self.defaultTimeLimit }
    guard let seconds = Int(text), (1...86_400).contains(seconds) else {
      throw LedgerError.invalidSetting(key: Self.timeLimitKey, value: text)
    }
    return seconds
  }

  /// The findings of `lint` and `verify` about pending migrations, or of `verify` about the upgrade to the models of an app;
  /// empty if there are none, or if the database has neither.
  ///
  /// - Parameter progress: called with the number of versions that are verified and with that of all.
  /// - Throws: `LedgerError`, `MigrationFolderError`, `SchemaError`, `GitError`, `CancellationError`.
  public func findings(
    of configuration: DatabaseConfiguration, in index: FileSnapshot,
    progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws -> [Finding] {
    let source = try PresentSource(of: configuration, in: index)
    let (definition, ledger) = (source.definition, source.ledger)
    if let declared = definition.declared {
      return try await modelFindings(of: configuration, in: index, ledger, declared, progress)
    }
    if let room = definition.room {
      guard Self.hasPending(room, ledger) else { return [] }
      return try await upgradeFindings(of: configuration, in: index, progress)
    }
    guard Self.hasPending(definition, ledger) else { return [] }
    let linted = try MigrationLint(configuration, today: options.today).report(on: .unfrozen, in: index).findings
    if linted.worst == .error { return linted }
    return linted + (try await verified(configuration, index, progress)).filter { $0.isPending == true }
  }

  /// Whether ``findings(of:in:progress:)`` has anything to judge that runs on an empty database.
  ///
  /// - Parameters:
  ///   - source: what was read in `index`.
  ///   - version: a version that is to be frozen. If the ledger has it, there is nothing.
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`.
  package func hasPending(
    _ configuration: DatabaseConfiguration, _ source: PresentSource, besides version: Version, in index: FileSnapshot
  ) throws -> Bool {
    let (definition, ledger) = (source.definition, source.ledger)
    if ledger.items.contains(where: { $0.entry.version == version }) { return false }
    if let room = definition.room { return Self.hasPending(room, ledger) }
    guard let declared = definition.declared else {
      guard Self.hasPending(definition, ledger) else { return false }
      return (try? definition.build(configuration.buildSettings())) != nil
    }
    return try !ledger.items.isEmpty && !drift(ledger, configuration, index).isFrozen(declared.current.model)
  }

  private static func hasPending(_ definition: SourceDefinition, _ ledger: Ledger) -> Bool {
    let frozen = Set(ledger.items.flatMap { $0.entry.migrations.map(\.receipt) })
    return !frozen.isEmpty
      && (definition.migrations ?? []).contains { !frozen.contains(MigrationRecord.receipt(of: $0)) }
  }

  /// Whether Room has exported a version that is newer than all frozen ones.
  private static func hasPending(_ room: RoomSchemas, _ ledger: Ledger) -> Bool {
    !ledger.items.isEmpty && !ledger.items.contains { $0.entry.version.name == room.current.name }
  }

  private func drift(_ ledger: Ledger, _ configuration: DatabaseConfiguration, _ index: FileSnapshot) -> Drift {
    Drift(ledger: ledger, configuration: configuration) { try index.read($0.folder + "/" + $1) }
  }

  /// The findings about the upgrade of each version to today's models, if no version has these.
  private func modelFindings(
    of configuration: DatabaseConfiguration, in index: FileSnapshot, _ ledger: Ledger, _ declared: DeclaredVersions,
    _ progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws -> [Finding] {
    if ledger.items.isEmpty { return [] }
    if try drift(ledger, configuration, index).isFrozen(declared.current.model) { return [] }
    return try await upgradeFindings(of: configuration, in: index, progress)
  }

  /// The findings about the upgrades of all versions. The gate has judged the source.
  private func upgradeFindings(
    of configuration: DatabaseConfiguration, in index: FileSnapshot, _ progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws -> [Finding] {
    try await verified(configuration, index, progress).filter { $0.version != nil && $0.code.isAboutUpgrade }
  }

  private func verified(
    _ configuration: DatabaseConfiguration, _ index: FileSnapshot,
    _ progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws -> [Finding] {
    let verification = Verification(
      repository: repository, configuration: configuration, present: index, environment: environment, options: options)
    return try await verification.run(.tree, jobs: jobs) { step in
      if case .judged(_, let done, let total) = step { progress(done, total) }
    }.findings
  }
}

extension Finding.Code {
  /// Whether it is one of the codes SL3xx.
  fileprivate var isAboutUpgrade: Bool { rawValue.hasPrefix("SL3") }
}
