internal import CanonicalJSON
internal import Digests
internal import GitStore
internal import LedgerCore
internal import MigrationSources

/// The stored effects of reverted changes that one run uses, and those that it adds.
///
/// The file `reversals` in the ``CacheFolder`` is
///
///     schemaledger reversals 2
///     <digest> <effect> <the databases that were made for it, as digests separated by commas>
///     <the authentication code of `CacheFolder`>
///
/// A digest is of everything that the effect depends on. An effect is not stored if a script has reached a limit of time
/// or memory.
struct CachedReversals {
  /// A stored effect.
  struct Result: Equatable {
    let effect: ReversalTrial.Effect
    /// The names of the databases that were made for it. They count as made, so that a search that stops after a number of
    /// them ends in the same place, whatever is stored.
    let runs: [String]
  }

  private let file: StoredLines
  private let key: ResultKey
  private let stored: [String: Result]
  private var used: [(key: String, result: Result)] = []
  /// The keys of upgrades, by fixture and target.
  private var upgradeKeys: [[String?]: String] = [:]
  private var subjects: (subject: [Finding], key: String?) = ([], nil)

  init(in folder: CacheFolder, key: ResultKey) {
    file = StoredLines(in: folder, "reversals", heading: "schemaledger reversals 2")
    self.key = key
    stored = Dictionary(
      file.read().compactMap { line in
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[0].utf8.count == 64,
          let effect = Int(words[1]).flatMap(ReversalTrial.Effect.init)
        else { return nil }
        return (String(words[0]), Result(effect: effect, runs: words[2].split(separator: ",").map(String.init)))
      }, uniquingKeysWith: { first, _ in first })
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
  mutating func result(for key: String) -> Result? {
    guard let result = stored[key] else { return nil }
    used.append((key, result))
    return result
  }

  /// Adds an effect.
  mutating func add(_ result: Result, for key: String) { used.append((key, result)) }

  /// Writes the effects of this run and then the stored ones, if there are new ones.
  func write() {
    guard used.contains(where: { stored[$0.key] == nil }) else { return }
    var seen: Set<String> = []
    let all = (used.sorted { $0.key < $1.key } + stored.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    file.write(
      all.filter { seen.insert($0.0).inserted }.map { key, result in
        "\(key) \(result.effect.rawValue) \(result.runs.joined(separator: ","))"
      })
  }
}
