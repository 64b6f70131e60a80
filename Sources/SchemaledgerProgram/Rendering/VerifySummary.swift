import Findings
import LedgerCore
import LedgerKit

/// The sentence that summarises a verification of one database, as one run or the merged shards of a run have made it.
struct VerifySummary {
  /// The part of the fixtures that were verified, such as `shard 2/5`; `nil` for all fixtures.
  var part: DisplayText?
  /// The number of fixtures of all shards; `nil` if everything was verified in one run.
  var total: Int?
  /// The result of each upgrade.
  let results: [Verification.FixtureOutcome.Result]
  /// The number of upgrades that have succeeded.
  let arrived: Int
  let findings: [Finding]
  /// Whether versions were migrated to other versions, and not only to today's schema.
  let hasVersionTargets: Bool
  /// Where the entries were read from, such as `in 4 commits`.
  let place: DisplayText

  var text: DisplayText {
    let name: DisplayText = part.map { $0 + ": " } ?? ""
    // Missing shards may have fixtures.
    if results.isEmpty, total ?? (part == nil ? 0 : 1) == 0, findings.worst != .error {
      return name + "no version is frozen yet \(place): schemaledger freeze 1.0.0"
    }
    let isStopped = results.isEmpty && findings.contains { $0.code == .migrationFailed }
    var text: DisplayText =
      isStopped
      ? "today's source fails, so nothing was migrated"
      : "\(counted) \(place)" + (results.isEmpty ? "" : ": \(success)")
    let waived = results.count { $0 == .waived }
    text += waived == 0 ? "" : ", \(waived) waived"
    let untried = results.count(where: \.isUntried)
    text += untried == 0 ? "" : ", \(untried) not tried"
    text += findings.unwaived.isEmpty ? "" : "\(isStopped ? ":" : ",") \(Wording.count(findings.unwaived))"
    return name + text
  }

  private var counted: String {
    let noun = hasVersionTargets ? "step" : "fixture"
    return total.map { "\(results.count) of \(Wording.count($0, noun))" } ?? Wording.count(results.count, noun)
  }

  private var success: String {
    let number = arrived == 0 ? "none" : "\(arrived)"
    return hasVersionTargets
      ? "\(number) \(arrived < 2 ? "succeeds" : "succeed")"
      : "\(number) \(arrived < 2 ? "migrates" : "migrate") to today's schema"
  }
}

extension Verification.FixtureOutcome.Result {
  /// Whether the fixture had no migrations to run, or no reason to run them.
  var isUntried: Bool { [.noUpgradePath, .unknownTables, .mappingModel, .anotherLineage, .notWhole].contains(self) }
}
