/// Facts about what collides when unmerged branches are merged: SL105, SL108, SL207 and SL208. `branches` are all that
/// have it; the finding's branch is the first of them.
package enum BranchFacts: Sendable, Hashable {
  /// A branch froze the same version with a different content.
  case versionTaken(Difference, branches: [String])
  /// A branch froze another version after the same parents, by name.
  case twoHeads(version: String, parents: [String], branches: [String])
  /// One side withdraws a version, by name, that the other side's new version names as a parent. `isHere` if this side
  /// has the new version.
  case withdrawnParent(String, isHere: Bool, branches: [String])
  /// A branch has a different new migration at the same path.
  case sameFile(isFrozen: Bool, branches: [String])
  /// A branch has a new migration with the same number at another path.
  case sameNumber(String, path: String, isFrozen: Bool, branches: [String])
  /// The schema, or only the order of columns, depends on which migrations run first.
  case orderMatters(ours: [String], theirs: [String], isReordered: Bool, branches: [String])
  /// The migrations of both sides fail one after the other.
  case failTogether(ours: [String], theirs: [String], LedgerError, branches: [String])
  /// Both orders lead to the same schema.
  case orderDoesNotMatter(branches: [String])

  /// How two entries of one version differ.
  package enum Difference: String, Sendable, Hashable {
    case schema, migrations, parents
  }

  var code: Finding.Code {
    switch self {
    case .versionTaken: .versionCollision
    case .twoHeads, .withdrawnParent: .twoHeads
    case .sameFile, .sameNumber: .numberTaken
    case .orderMatters, .failTogether, .orderDoesNotMatter: .orderMatters
    }
  }
}
