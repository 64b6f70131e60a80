/// Changes to the parents of commits that are recorded outside the commits: grafts, replacements and a shallow
/// boundary.
///
/// Git shows a replaced or grafted commit instead of the original. An audit must see both: the hidden commits were
/// committed, and so were the commits they lead to. Therefore a graft adds parents and removes none, and a replacement
/// is an additional commit, which is reachable if the replaced one is. <https://git-scm.com/docs/git-replace>,
/// <https://git-scm.com/docs/gitglossary#def_grafts>
struct ParentOverrides: Hashable {
  /// Commits whose parents are missing because the clone is shallow.
  var boundary: Set<ObjectID> = []
  /// Additional parents from `info/grafts`, by commit.
  var grafts: [ObjectID: [ObjectID]] = [:]
  /// Replacement commits from `refs/replace/`, by the id of the replaced object.
  var replacements: [ObjectID: ObjectID] = [:]

  /// Changes the parents recorded in a commit to its effective parents.
  func apply(to parents: inout [ObjectID], of commit: ObjectID) {
    if !boundary.isEmpty, boundary.contains(commit) { parents.removeAll(keepingCapacity: true) }
    guard !grafts.isEmpty, let others = grafts[commit] else { return }
    for other in others where !parents.contains(other) { parents.append(other) }
  }

  /// A text that is equal for equal overrides; part of the key of a cache file.
  var text: String {
    var lines = boundary.sorted().map { "shallow \($0)" }
    lines += grafts.sorted { $0.key < $1.key }.map { "graft \($0) \($1)" }
    lines += replacements.sorted { $0.key < $1.key }.map { "replace \($0) \($1)" }
    return lines.joined(separator: "\n")
  }
}
