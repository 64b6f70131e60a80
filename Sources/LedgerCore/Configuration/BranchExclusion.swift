package import PathPatterns

/// `other-branches:` with keys: the unmerged branches that are not compared.
public struct BranchExclusion: Sendable, Hashable {
  /// Patterns of branch names.
  package var patterns: [PathPattern] = []
  /// The age of the last commit of a branch, in days, above which the branch is stale.
  package var maximumAge: Int?

  /// The age, in days before HEAD, above which only the versions of a branch are compared, and not its migrations, unless the
  /// configuration says another.
  package static let usualAge = 90

  /// Excludes nothing.
  package init() {}

  /// Whether no branch can be excluded.
  package var isEmpty: Bool { patterns.isEmpty && maximumAge == nil }
}
