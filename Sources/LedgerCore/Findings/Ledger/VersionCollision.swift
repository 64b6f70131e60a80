package import Findings

extension FindingCode {
  package static let versionCollision = FindingCode(
    "SL105", "Version frozen more than once with different content", isWaivable: false)
}

/// A version was frozen with several contents.
struct VersionCollision: LedgerFinding {
  /// The ids of the entries.
  let entries: [String]

  var code: FindingCode { .versionCollision }
  var name: String { "collision" }

  func message(of finding: Finding) -> String {
    let ids = entries.map { String($0.prefix(12)) }.joined(separator: ", ")
    return "\(finding.version ?? "") was frozen \(entries.count) times with different content (entries \(ids))"
  }

  func help(for finding: Finding) -> Help? { "freeze one of them under another version, before users have both" }
}

/// A branch froze the same version with a different content.
package struct VersionTaken: BranchFinding {
  package let difference: Difference
  /// All that have it; the finding's branch is the first of them.
  package var branches: [String]

  /// How two entries of one version differ.
  package enum Difference: String, Sendable, Hashable, Codable {
    case schema, migrations, parents
  }

  package init(_ difference: Difference, branches: [String]) {
    self.difference = difference
    self.branches = branches
  }

  package var code: FindingCode { .versionCollision }
  package var severity: Severity { .warning }

  package func message(of finding: Finding) -> String {
    let clause =
      switch difference {
      case .schema: "with a different schema"
      case .migrations: "with the same schema and different migrations"
      case .parents: "with the same schema, after a different version"
      }
    return "\(finding.version ?? "") is also frozen in \(branches.named), \(clause)"
  }

  package func help(for finding: Finding) -> Help? {
    "freeze one of them under another version, before users have both; to compare them: \(inspect: "git diff HEAD \((finding.branch ?? "").shellWord) -- \((finding.path ?? "").shellWord)")"
  }
}

extension Finding {
  package static func collision(_ version: String, ids: [String]) -> Finding {
    Finding(VersionCollision(entries: ids)).with(version: version)
  }
}
