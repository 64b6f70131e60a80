internal import CanonicalJSON
internal import Foundation
public import LedgerCore
public import SQLiteData
public import SQLiteSandbox

/// A description of the rows of some stores without their values, and how they satisfy assumptions.
public struct StoreProfile: Sendable {
  /// The number of rows of one store that violate an assumption.
  public struct Count: Sendable {
    /// The assumption of the configuration.
    public let assumption: Assumption
    /// The name of the store.
    public let store: String
    /// The number of rows that violate it.
    public let violating: Int
    /// The number of rows of its table.
    public let total: Int
  }

  /// The names of the stores, as the user gave them.
  public let stores: [String]
  /// The rows of all stores together.
  public let profile: DatabaseProfile
  /// The assumptions of the configuration that apply to a store.
  public let counts: [Count]
  /// The assumptions of the configuration that apply to none of the stores.
  public let unapplied: [Assumption]
  /// The assumptions that all rows satisfy and that neither the schema nor the configuration contains.
  public let proposals: [ProposedAssumption]

  /// Reads the stores. None of them is changed.
  ///
  /// - Parameters:
  ///   - assumptions: those of the configuration.
  ///   - stubs: replacements for functions of the application, which an assumption may use.
  /// - Throws: `LedgerError.storeInUse`, `.notAStore`, `.file`.
  public init(of stores: [Store], assumptions: [Assumption] = [], stubs: Stubs = Stubs()) throws {
    var merged: DatabaseProfile?
    var counts: [Count] = []
    for store in stores {
      let (profile, found) = try store.read(stubs: stubs) { database in
        let found = try assumptions.compactMap { assumption in
          try database.violations(of: assumption).map {
            Count(assumption: assumption, store: store.name, violating: $0.violating, total: $0.total)
          }
        }
        return (try database.profile(), found)
      }
      merged = merged?.merging(profile) ?? profile
      counts += found
    }
    self.stores = stores.map(\.name)
    self.counts = counts
    unapplied = assumptions.filter { assumption in !counts.contains { $0.assumption == assumption } }
    let profile = merged ?? DatabaseProfile(tables: [])
    self.profile = profile
    let known = Set(assumptions)
    proposals = profile.proposals.filter { !known.contains($0.assumption) }
  }

  /// Whether a row of a store violates an assumption.
  public var hasViolations: Bool { counts.contains { $0.violating > 0 } }

  /// Writes the profile to the ledger's folder, and returns the file's path from the top of the repository.
  ///
  /// - Parameters:
  ///   - root: the folder of the work tree.
  ///   - ledger: the ledger's folder in it.
  /// - Throws: `LedgerError.file`.
  public func write(to root: String, ledger: String) throws(LedgerError) -> String {
    let path = "\(ledger)/\(DatabaseProfile.fileName)"
    let file = URL(filePath: root).appending(path: path)
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(profile.json.pretty.utf8).write(to: file, options: .atomic)
    } catch {
      throw .file(path: path, error: error)
    }
    return path
  }
}
