internal import GitStore

/// A commit that branches are at and HEAD does not reach.
struct UnmergedBranch {
  /// The commit.
  let tip: ObjectID
  /// Short names of the branches at it, those of this repository first: `topic`, `origin/topic`.
  let names: [String]
  /// Where it left HEAD's history; empty where the two have nothing in common.
  let bases: [ObjectID]

  /// The first of ``names``.
  var name: String { names[0] }
}
