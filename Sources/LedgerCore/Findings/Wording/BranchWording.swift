package import Findings
internal import LedgerEntries

// SL105, SL108, SL207 and SL208, about unmerged branches.

extension BranchFacts {
  func message(of finding: Finding) -> String {
    let version = finding.version ?? ""
    let path = finding.path ?? ""
    switch self {
    case .versionTaken(let difference, let branches):
      return "\(version) is also frozen in \(branches.named), \(difference.clause)"
    case .twoHeads(let other, let parents, let branches):
      let relation = parents.isEmpty ? "are both the first version" : "both follow \(parents.joined(separator: ", "))"
      return "\(version) and \(other), which is frozen in \(branches.named), \(relation)"
    case .withdrawnParent(let parent, true, let branches):
      return "\(version) follows \(parent), which is withdrawn in \(branches.named)"
    case .withdrawnParent(let parent, false, let branches):
      return "\(version), which is frozen in \(branches.named), follows \(parent), which is withdrawn here"
    case .sameFile(_, let branches): return "\(path) is also new in \(branches.named), with different content"
    case .sameNumber(let number, let other, _, let branches):
      return "\(path) and \(other) in \(branches.named) have the same number, \(number)"
    case .orderMatters(let ours, let theirs, let isReordered, let branches):
      return "\(isReordered ? "the order of columns" : "the schema") depends on which migrations run first: "
        + "\(ours.abridged), or \(theirs.abridged) in \(branches.named)"
    case .failTogether(let ours, let theirs, let error, let branches):
      return "\(ours.abridged) and \(theirs.abridged) in \(branches.named) fail one after the other: \(error.message)"
    case .orderDoesNotMatter(let branches):
      return "new migrations here and in \(branches.named) produce the same schema in either order"
    }
  }

  func help(for finding: Finding) -> Help? {
    let version = finding.version ?? ""
    let path = finding.path ?? ""
    let branch = finding.branch ?? ""
    return switch self {
    case .versionTaken:
      "freeze one of them under another version, before both reach users; to compare them: \(inspect: "git diff HEAD \(branch.shellWord) -- \(path.shellWord)")"
    case .twoHeads(let other, _, _):
      "if \(version) has not been released, freeze it again after \(other): \(fix: "git rebase -i \(branch.shellWord)"), without the commit that froze \(version)"
    case .withdrawnParent(let parent, _, _):
      "if \(version) should not contain what \(parent) froze by mistake, withdraw it too, before it reaches users"
    case .sameFile(true, _):
      "\(path) is frozen here: on \(branch), give the other one a later number (git mv)"
    case .sameNumber(_, let other, true, _):
      "\(path) is frozen here: on \(branch), give \(other) a later number (git mv)"
    case .sameFile(false, _), .sameNumber(_, _, false, _):
      "give one of them a later number before the branches are merged: git mv \(path.shellWord) …"
    case .orderMatters:
      "all databases must run them in one order: merge one branch before the other is frozen"
    case .failTogether: "merge or rebase now, and change the migration that has not been released"
    case .orderDoesNotMatter: nil
    }
  }
}

extension BranchFacts.Difference {
  fileprivate var clause: String {
    switch self {
    case .schema: "with a different schema"
    case .migrations: "with the same schema and different migrations"
    case .parents: "with the same schema, after a different version"
    }
  }
}

extension [String] {
  /// Branches: `a`, `a and b`, `a and 2 more branches`.
  fileprivate var named: String {
    count > 2 ? "\(self[0]) and \(count - 1) more branches" : joined(separator: " and ")
  }

  /// Migrations: `a`, `a and b`, `a, b and c`, `a and 4 more`.
  fileprivate var abridged: String { count > 3 ? "\(self[0]) and \(count - 1) more" : listed }
}
