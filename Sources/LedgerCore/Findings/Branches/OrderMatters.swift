package import Findings

extension FindingCode {
  package static let orderMatters = FindingCode(
    "SL208", "Schema depends on the order of migrations", .warning, canBeNote: true)
}

/// The schema, or only the order of columns, depends on which migrations run first.
package struct OrderMatters: BranchFinding {
  let ours: [String]
  let theirs: [String]
  let isReordered: Bool
  package var branches: [String]

  package init(ours: [String], theirs: [String], isReordered: Bool, branches: [String]) {
    (self.ours, self.theirs, self.isReordered, self.branches) = (ours, theirs, isReordered, branches)
  }

  package var code: FindingCode { .orderMatters }

  package func message(of finding: Finding) -> String {
    "\(isReordered ? "the order of columns" : "the schema") depends on which migrations run first: "
      + "\(ours.abridged), or \(theirs.abridged) in \(branches.named)"
  }

  package func help(for finding: Finding) -> Help? {
    "all databases must run them in one order: merge one branch before the other is frozen"
  }
}

/// The migrations of both sides fail one after the other.
package struct FailTogether: BranchFinding {
  let ours: [String]
  let theirs: [String]
  let failure: FailureFacts
  package var branches: [String]

  package init(ours: [String], theirs: [String], _ error: LedgerError, branches: [String]) {
    (self.ours, self.theirs, failure, self.branches) = (ours, theirs, FailureFacts(error), branches)
  }

  package init(from decoder: any Decoder) throws {
    ours = try decoder.member("ours")
    theirs = try decoder.member("theirs")
    failure = try FailureFacts(from: decoder)
    branches = try decoder.member("branches")
  }

  package func encode(to encoder: any Encoder) throws {
    try failure.encode(to: encoder)
    try encoder.add(ours, "ours")
    try encoder.add(theirs, "theirs")
    try encoder.add(branches, "branches")
  }

  package var code: FindingCode { .orderMatters }

  package func message(of finding: Finding) -> String {
    "\(ours.abridged) and \(theirs.abridged) in \(branches.named) fail one after the other: \(failure.error.message)"
  }

  package func help(for finding: Finding) -> Help? {
    "merge or rebase now, and change the migration that has not been released"
  }
}

/// Both orders lead to the same schema.
package struct OrderDoesNotMatter: BranchFinding {
  package var branches: [String]

  package init(branches: [String]) { self.branches = branches }

  package var code: FindingCode { .orderMatters }
  package var severity: Severity { .note }

  package func message(of finding: Finding) -> String {
    "new migrations here and in \(branches.named) produce the same schema in either order"
  }

  package func help(for finding: Finding) -> Help? { nil }
}

extension [String] {
  /// Migrations: `a`, `a and b`, `a, b and c`, `a and 4 more`.
  fileprivate var abridged: String { count > 3 ? "\(self[0]) and \(count - 1) more" : listed }
}
