/// The tips of the history.
public struct HistoryTips: Hashable, Sendable {
  /// The commits, without duplicates.
  public internal(set) var commits: [ObjectID] = []
  /// Names of broken references and of broken `HEAD`s.
  public internal(set) var broken: [String] = []
}

extension Repository {
  /// The commits that `git log --all` starts from, without those of pull requests: branches, tags, remote branches, and
  /// the `HEAD` of each worktree.
  ///
  /// - Throws: ``GitError``.
  public func historyTips(_ selection: ReferenceSelection = .standard) throws(GitError) -> HistoryTips {
    let references = try references(selection)
    var tips = HistoryTips(broken: references.broken)
    var seen: Set<ObjectID> = []
    for reference in references.all where seen.insert(reference.commit).inserted {
      tips.commits.append(reference.commit)
    }
    if let head = try head.commit, seen.insert(head).inserted { tips.commits.append(head) }
    for name in try otherHeads() {
      guard let head = try readFile(commonDirectory + "/" + name) else { continue }
      // A `HEAD` that points to a branch adds nothing to that branch.
      guard let id = ObjectID(hexDigits: head.prefix { $0 != UInt8(ascii: "\n") }) else { continue }
      guard let commit = try commit(at: id) else {
        tips.broken.append(name)
        continue
      }
      if seen.insert(commit).inserted { tips.commits.append(commit) }
    }
    for (name, value) in try referenceFiles(matching: ["refs/replace/*"]).values.sorted(by: { $0.key < $1.key }) {
      if case .direct(let id, _) = value, try !contains(id) { tips.broken.append(name.text) }
    }
    return tips
  }

  /// The `HEAD` files of all worktrees, relative to the common directory: "each linked working tree has a private
  /// sub-directory in the repository's $GIT_DIR/worktrees directory". <https://git-scm.com/docs/git-worktree#_details>
  private func otherHeads() throws(GitError) -> [String] {
    let folder = try Descriptor(opening: commonDirectory + "/worktrees", in: -1, Descriptor.folderFlags)
    let names = try folder?.names(path: commonDirectory + "/worktrees").sorted() ?? []
    return ["HEAD"] + names.map { "worktrees/\($0)/HEAD" }
  }
}
