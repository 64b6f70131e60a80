package import Findings

extension FindingCode {
  package static let twoHeads = FindingCode("SL108", "Diverging versions", .warning)
}

/// A branch froze another version after the same parents, by name.
package struct TwoHeads: BranchFinding {
  let otherVersion: String
  let parents: [String]
  package var branches: [String]

  package init(otherVersion: String, parents: [String], branches: [String]) {
    (self.otherVersion, self.parents, self.branches) = (otherVersion, parents, branches)
  }

  package var code: FindingCode { .twoHeads }

  package func message(of finding: Finding) -> String {
    let relation = parents.isEmpty ? "are both the first version" : "both follow \(parents.joined(separator: ", "))"
    return "\(finding.version ?? "") and \(otherVersion), which is frozen in \(branches.named), \(relation)"
  }

  package func help(for finding: Finding) -> Help? {
    let version = finding.version ?? ""
    return
      "if \(version) has not been released, remove the commit that froze it, and freeze it again after \(otherVersion): \(fix: "git rebase -i \((finding.branch ?? "").shellWord)")"
  }
}

/// One side withdraws a version, by name, that the other side's new version names as a parent.
package struct WithdrawnParent: BranchFinding {
  let parent: String
  /// Whether this side has the new version.
  let isHere: Bool
  package var branches: [String]

  package init(parent: String, isHere: Bool, branches: [String]) {
    (self.parent, self.isHere, self.branches) = (parent, isHere, branches)
  }

  package var code: FindingCode { .twoHeads }

  package func message(of finding: Finding) -> String {
    let version = finding.version ?? ""
    return isHere
      ? "\(version) follows \(parent), which is withdrawn in \(branches.named)"
      : "\(version), which is frozen in \(branches.named), follows \(parent), which is withdrawn here"
  }

  package func help(for finding: Finding) -> Help? {
    "if \(finding.version ?? "") should not contain what \(parent) froze by mistake, withdraw it too, before users have it"
  }
}
