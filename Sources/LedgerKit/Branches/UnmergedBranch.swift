internal import GitStore

/// A commit to which branches point and that is not reachable from HEAD.
struct UnmergedBranch {
  /// The commit.
  let tip: ObjectID
  /// Short names of the branches at this commit, local ones first: `topic`, `origin/topic`.
  let names: [String]
  /// The merge bases with HEAD. Empty if the histories are unrelated.
  let bases: [ObjectID]

  /// The first of ``names``.
  var name: String { names[0] }
}
