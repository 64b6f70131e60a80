internal import CanonicalJSON
internal import Digests
internal import LedgerCore
internal import MigrationSources

/// Names of what a ``ReversalTrial`` depends on: the reverted migrations, and the databases that are made with them. They
/// are short, equal for equal content only, and the same in any run.
struct ReversalNames {
  /// What is observed in an upgraded database.
  enum Observation: String {
    case schema, failures
  }

  private let places: [String: (place: Int, migration: Migration)]
  private let today: String

  /// - Parameter today: the migrations as they are. Names of similar lists are made quickly.
  init(today: [Migration]) {
    places = Dictionary(
      today.enumerated().map { ($1.id, ($0, $1)) }, uniquingKeysWith: { first, _ in first })
    self.today = sha256(today.map(Self.name).joined(separator: " "))
  }

  func name(of migrations: [Migration]) -> String {
    let parts = migrations.map { migration in
      if let own = places[migration.id], own.migration == migration { return "\(own.place)" }
      return Self.name(migration)
    }
    return sha256(([today] + parts).joined(separator: " "))
  }

  func name(ofNewDatabaseWith migrations: [Migration]) -> String { sha256("new " + name(of: migrations)) }

  /// - Parameter foreignKeys: `nil` for runs with both settings.
  func name(of observation: Observation, after plan: UpgradePlan, foreignKeys: Bool?) -> String {
    let fixture = "\(plan.fixture.id) \(plan.target.version ?? "")"
    let setting = foreignKeys.map { $0 ? "on" : "off" } ?? "both"
    return sha256("\(observation.rawValue) \(fixture) \(setting) " + name(of: plan.remaining))
  }

  private static func name(_ migration: Migration) -> String {
    sha256("\(migration.firstLine) " + ResultKey.name(migration).canonical)
  }
}
