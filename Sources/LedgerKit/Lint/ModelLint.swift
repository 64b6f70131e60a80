internal import EntityModel
public import GitStore
public import LedgerCore
internal import LedgerEntries

/// Checks the models that a source declares against CloudKit's rules, if CloudKit synchronises their stores.
///
/// A Swift package's program says what it declares, so it must be built and run. Other models are read from their files.
public struct ModelLint {
  /// The outcome for the source of one database.
  public enum Outcome: Sendable {
    /// The source declares no models.
    case noModels
    /// CloudKit does not synchronise the stores, so no rule applies.
    case notSynchronised
    /// The configuration does not say whether CloudKit synchronises the stores, and nothing else can.
    case unknown
    /// The user has not allowed the program to run, and the configuration does not say whether CloudKit synchronises the
    /// stores.
    case notAllowed
    /// The number of models that were checked, and what was found.
    case checked(Int, [Finding])
  }

  private let repository: Repository
  private let configuration: DatabaseConfiguration
  private let environment: CommandEnvironment

  /// Creates a linter. It runs nothing before ``outcome(in:)``.
  public init(of repository: Repository, _ configuration: DatabaseConfiguration, environment: CommandEnvironment) {
    self.repository = repository
    self.configuration = configuration
    self.environment = environment
  }

  /// Whether ``outcome(in:)`` runs the program of a package.
  public var runsCommands: Bool {
    if case .swift(let package) = configuration.source, package.migrator == nil, configuration.cloudKit != false {
      true
    } else {
      false
    }
  }

  /// Builds the package, and checks its newest models (SL210) and their changes since the frozen versions (SL211).
  ///
  /// - Throws: `LedgerError.commandsNotAllowed` if the configuration says that CloudKit synchronises the stores, and the
  ///   user has not allowed the program to run; other `LedgerError`, `GitError`, `CancellationError`.
  public func outcome(in snapshot: FileSnapshot) async throws -> Outcome {
    switch configuration.source {
    case .swift: guard runsCommands else { return .notSynchronised }
    case .models:
      guard let cloudKit = configuration.cloudKit else { return .unknown }
      if !cloudKit { return .notSynchronised }
    default: return .noModels
    }
    let built: BuiltSource
    do {
      let runner = try CommandRunner(
        for: configuration.source, in: snapshot, of: repository, environment: environment)
      let definition = try configuration.schemaSource.read(from: snapshot)
      built = try await definition.build(configuration.buildSettings(), with: runner)
    } catch LedgerError.commandsNotAllowed where configuration.cloudKit == nil {
      return .notAllowed
    } catch let error as LedgerError where error.isOfSource {
      return .checked(0, [.migrationFailed(nil, error)])
    }
    guard configuration.cloudKit ?? built.usesCloudKit else { return .notSynchronised }
    let drift = Drift(ledger: try Ledger(at: configuration.ledger, in: snapshot), configuration: configuration) {
      try snapshot.read($0.folder + "/" + $1)
    }
    let model = try built.model.map { try DeclaredModel(reading: $0, at: Entry.modelName) }
    return .checked(model?.entities.count ?? 0, try drift.cloudKitFindings(built))
  }
}
