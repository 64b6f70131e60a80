package import Findings
package import SQLiteSandbox

/// A kind of finding about what is tried with a migrated database. The migration is at the finding's path; without one, a
/// command migrates.
package protocol TrialFinding: UpgradeFinding {}

/// The result of a run that should have changed nothing, or have had the same result.
package enum TrialOutcome: Sendable, Hashable, Codable {
  case fails(LedgerError)
  case differs(DatabaseContent.Difference)

  /// What a run does that should do nothing.
  var predicate: String {
    switch self {
    case .fails(let error): "fails: \(error.message)"
    case .differs(.schema): "changes the schema"
    case .differs(.userVersion(let from, let to)): "changes user_version from \(from) to \(to)"
    case .differs(.rows(let tables)): "changes rows of \(tables.map(\.text).joined(separator: ", "))"
    }
  }

  /// What a run ends with.
  var ending: String {
    switch self {
    case .fails(let error): "fails: \(error.message)"
    case .differs(.schema): "ends with different tables or columns"
    case .differs(.userVersion(let from, let to)): "ends with user_version \(to) instead of \(from)"
    case .differs(.rows(let tables)): "ends with different rows in \(tables.map(\.text).joined(separator: ", "))"
    }
  }

  /// Adds the failure or the difference to the members of a finding's facts.
  func encodeMembers(to encoder: any Encoder) throws {
    if encoder.storesErrors { return try encoder.add(self, "outcome") }
    switch self {
    case .fails(let error): try FailureFacts(error).encode(to: encoder)
    case .differs(let difference): try ContentDifference(difference).encode(to: encoder)
    }
  }
}

extension Finding {
  /// The finding with what a command wrote.
  package func showing(_ outcome: TrialOutcome) -> Finding {
    guard case .fails(let error) = outcome else { return self }
    return setting(\.output, to: error.output)
  }
}

extension Double {
  /// Rounded to two decimal places.
  var roundedToHundredths: String {
    let value = (self * 100).rounded() / 100
    return value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
