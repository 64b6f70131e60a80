internal import CLibgit2

/// What changes how commits hang together, beside the commits themselves.
///
/// Git shows a replaced or grafted commit in place of the original. An audit must see both: what they hide was
/// committed, and so was what they lead to. So a graft adds parents and takes none away, and a replacement is another
/// commit, reached when the replaced one is. <https://git-scm.com/docs/git-replace>,
/// <https://git-scm.com/docs/gitglossary#def_grafts>
struct HistoryShape: Hashable {
  /// Commits whose parents a shallow clone left out.
  var boundary: Set<ObjectID> = []
  /// Parents that `info/grafts` gives to a commit.
  var grafts: [ObjectID: [ObjectID]] = [:]
  /// Commits that `refs/replace/` puts in the place of others.
  var replacements: [ObjectID: ObjectID] = [:]

  /// Turns the parents written in a commit into those it has.
  func change(_ parents: inout [ObjectID], of commit: ObjectID) {
    if !boundary.isEmpty, boundary.contains(commit) { parents.removeAll(keepingCapacity: true) }
    guard !grafts.isEmpty, let others = grafts[commit] else { return }
    for other in others where !parents.contains(other) { parents.append(other) }
  }

  /// The same text for the same shape.
  var text: String {
    var lines = boundary.sorted().map { "shallow \($0)" }
    lines += grafts.sorted { $0.key < $1.key }.map { "graft \($0) \($1)" }
    lines += replacements.sorted { $0.key < $1.key }.map { "replace \($0) \($1)" }
    return lines.joined(separator: "\n")
  }
}

extension Repository {
  /// The boundary of a shallow clone, and what joins or hides commits.
  func historyShape() throws(GitError) -> HistoryShape {
    var shape = HistoryShape(boundary: shallowBoundary)
    if let content = try readFile(commonDirectory + "/info/grafts") {
      for line in content.split(separator: UInt8(ascii: "\n")) {
        // "commit parent1 parent2 …"; what is no id, as in a comment, is passed over as Git does.
        let ids = line.split(separator: UInt8(ascii: " ")).map { ObjectID(hexDigits: $0) }
        guard let commit = ids.first ?? nil else { continue }
        shape.grafts[commit] = ids.dropFirst().compactMap { $0 }
      }
    }
    try eachReference(matching: "refs/replace/*") { reference in
      let name = String(cString: git_reference_name(reference))
      guard let replaced = ObjectID(hex: lastComponent(name)), let id = git_reference_target(reference) else { return }
      // What takes the place of a tree or a blob is no way into history.
      if let commit = commit(at: ObjectID(id.pointee)) { shape.replacements[replaced] = commit }
    }
    return shape
  }
}
