/// What changes how commits hang together, beside the commits themselves.
struct HistoryShape: Hashable {
  /// Commits whose parents a shallow clone left out.
  var boundary: Set<ObjectID> = []

  /// The parents of a commit, given those written in it.
  func isEnd(_ commit: ObjectID) -> Bool { !boundary.isEmpty && boundary.contains(commit) }
}
