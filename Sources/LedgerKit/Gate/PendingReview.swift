internal import Findings
public import GitStore
public import LedgerCore
internal import LedgerEntries

/// Lints and verifies the migrations of the index that no version has, for the pre-commit hook.
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

  /// Creates a review. It reads nothing before ``findings(of:in:progress:)``.
  public init(repository: Repository, environment: CommandEnvironment, options: Verification.Options) {
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

  /// The findings of `lint` and `verify` about pending migrations; empty if there are none or if the database has no SQL
  /// migrations.
  ///
  /// - Parameter progress: called with the number of versions that are verified and with that of all.
  /// - Throws: `LedgerError`, `MigrationFolderError`, `SchemaError`, `GitError`, `CancellationError`.
  public func findings(
    of configuration: DatabaseConfiguration, in index: FileSnapshot,
    progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws -> [Finding] {
    let definition = try configuration.schemaSource.read(from: index)
    let frozen = Set(
      try Ledger(at: configuration.ledger, in: index).items.flatMap { $0.entry.migrations.map(\.receipt) })
    let pending = (definition.migrations ?? []).filter { !frozen.contains(MigrationRecord.receipt(of: $0)) }
    if pending.isEmpty || frozen.isEmpty { return [] }
    let linted = try MigrationLint(configuration, today: options.today).report(on: .unfrozen, in: index).findings
    if linted.worst == .error { return linted }
    let verification = Verification(
      repository: repository, configuration: configuration, present: index, environment: environment, options: options)
    let report = try await verification.run(.tree, jobs: 1) { step in
      if case .judged(_, let done, let total) = step { progress(done, total) }
    }
    return linted + report.findings.filter { $0.isPending == true }
  }
}
