package import Findings
package import LedgerEntries

extension FindingCode {
  package static let anotherLineage = FindingCode("SL206", "Versions of another lineage", .note, canBeNote: true)
}

/// Versions whose migrations are neither the latest version's nor today's.
struct AnotherLineage: LedgerFinding {
  let versions: [String]
  /// Whether they are upgraded nevertheless.
  let isTried: Bool

  var code: FindingCode { .anotherLineage }

  func message(of finding: Finding) -> String {
    let isOne = versions.count == 1
    let which = versions.count > 3 ? "\(versions[0]) to \(versions[versions.count - 1])" : versions.listed
    let subject =
      isOne
      ? "1 version has migrations of another lineage (\(which))"
      : "\(versions.count) versions have migrations of another lineage (\(which))"
    let object = isOne ? "it" : "them"
    return isTried
      ? "\(subject); --other-lineages upgrades \(object) nevertheless, with the migrations whose ids \(isOne ? "it has" : "they have") not run"
      : "\(subject), so an upgrade of \(object) with today's migrations is not tried"
  }

  func help(for finding: Finding) -> Help? { nil }
}

extension Finding {
  /// Versions from before the project started over with other migrations.
  ///
  /// - Parameter isTried: whether they are upgraded nevertheless.
  package static func anotherLineage(_ items: [Ledger.Item], isTried: Bool = false) -> Finding {
    let names = items.map(\.entry.version.name)
    return Finding(AnotherLineage(versions: names, isTried: isTried))
      .with(version: names.last, path: items.last.map { $0.folder + "/" + Entry.fileName })
  }
}
