internal import CanonicalJSON
internal import Digests
internal import GitStore
internal import LedgerCore
internal import MigrationSources

/// The stored effects of reverted changes that one run uses, and those that it adds.
///
/// The key is a digest of everything that an effect depends on. An effect is not stored if a script has reached a limit of
/// time or memory.
struct CachedReversals {
  /// A stored effect.
  struct Result: Equatable {
    let effect: ReversalTrial.Effect
    /// The names of the databases that were made for it. They count as made, so that a search that stops after a number of
    /// them ends in the same place, whatever is stored.
    let runs: [String]
  }

  private let stored: StoredTable<Result>
  private let key: ResultKey
  /// The keys of upgrades, by fixture and target.
  private var upgradeKeys: [[String?]: String] = [:]
  private var subjects: (subject: [Finding], key: String?) = ([], nil)

  init(in folder: CacheFolder, key: ResultKey) {
    stored = StoredTable(StoredValues(in: folder, "reversals", as: "reversals 3"))
    self.key = key
  }

  /// The digest of everything that an effect depends on; `nil` if it cannot be named.
  ///
  /// - Parameters:
  ///   - source: how a new database is made, and with which migrations.
  ///   - context: as it is for the upgrade.
  mutating func key(
    _ subject: ReversalTrial.Subject, _ source: [String], _ plan: UpgradePlan, _ context: UpgradeContext
  ) -> String? {
    guard let subject = key(subject) else { return nil }
    let place = [plan.fixture.id, plan.target.version]
    let upgrade = upgradeKeys[place] ?? key.digest(ofFindingsIn: plan, context, key.digest(of: plan))
    upgradeKeys[place] = upgrade
    return sha256(([subject, upgrade] + source).joined(separator: "\n"))
  }

  private mutating func key(_ subject: ReversalTrial.Subject) -> String? {
    let (findings, kind) =
      switch subject {
      case .difference(let change, let finding):
        ([finding], finding.changes.firstIndex(of: change).map { "difference \($0) " })
      case .failure(let finding, let others): ([finding] + others, "failure ")
      }
    if subjects.subject != findings { subjects = (findings, findings.stored.map { sha256($0.canonical) }) }
    guard let kind, let key = subjects.key else { return nil }
    return kind + key
  }

  /// The stored effect, which is then kept.
  func result(for key: String) -> Result? { stored.value(for: key) }

  /// Adds an effect.
  func add(_ result: Result, for key: String) { stored.add(result, for: key) }

  /// Writes the effects of this run and then the stored ones, if there are new ones.
  func write() { stored.write() }
}

extension CachedReversals.Result: StorableValue {
  var stored: [UInt8] { Array("\(effect.rawValue) \(runs.joined(separator: ","))".utf8) }

  init?(stored: ArraySlice<UInt8>) {
    let words = String(decoding: stored, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let effect = Int(words[0]).flatMap(ReversalTrial.Effect.init) else { return nil }
    self.init(effect: effect, runs: words[1].split(separator: ",").map(String.init))
  }
}
