extension Repository {
  /// The files at or below `path` that differ between two trees, sorted. Subtrees with equal ids are not read.
  ///
  /// - Parameters:
  ///   - path: a path from the top of the repository; it may name a file.
  ///   - before: a root tree; `nil` for an empty one.
  /// - Throws: ``GitError/missingObject(_:promised:)`` for a missing tree.
  public func changedPaths(at path: String, from before: ObjectID?, to after: ObjectID?) throws(GitError) -> [String] {
    var changed: [String] = []
    try compare(path, entry(at: path, in: before), entry(at: path, in: after), into: &changed)
    return changed.sorted(by: precedes)
  }

  private typealias Entry = TreeEntryCache.Entry

  private func entry(at path: String, in tree: ObjectID?) throws(GitError) -> Entry? {
    guard let tree else { return nil }
    return path.isEmpty ? Entry(id: tree, mode: .tree) : try locate(path, in: tree)
  }

  private func compare(
    _ path: String, _ before: Entry?, _ after: Entry?, into changed: inout [String]
  ) throws(GitError) {
    if before?.id == after?.id, before?.mode == after?.mode { return }
    let isFile = [before, after].contains { $0.map { $0.mode != .tree } ?? false }
    if isFile { changed.append(path) }
    let (old, new) = try differences(before.flatMap(Self.tree), after.flatMap(Self.tree))
    for name in Set(old.keys).union(new.keys) {
      try compare(joined(path, name.text), old[name], new[name], into: &changed)
    }
  }

  /// The files of a tree in whose place another tree has nothing, in any order. What only the other tree has is not read.
  ///
  /// - Throws: ``GitError/missingObject(_:promised:)`` for a missing tree.
  public func removedFiles(from before: ObjectID, to after: ObjectID) throws(GitError) -> [String] {
    var removed: [String] = []
    try collectRemoved("", before, after, into: &removed)
    return removed
  }

  private func collectRemoved(
    _ path: String, _ before: ObjectID, _ after: ObjectID?, into removed: inout [String]
  ) throws(GitError) {
    let (old, new) = try differences(before, after)
    for (name, entry) in old where entry != new[name] {
      if entry.mode == .tree {
        try collectRemoved(joined(path, name.text), entry.id, new[name].flatMap(Self.tree), into: &removed)
      } else if new[name] == nil {
        removed.append(joined(path, name.text))
      }
    }
  }

  private static func tree(_ entry: Entry) -> ObjectID? { entry.mode == .tree ? entry.id : nil }

  /// The entries by name, without those that both trees have at their beginning and their end: most of two states of a
  /// large folder.
  private func differences(
    _ before: ObjectID?, _ after: ObjectID?
  ) throws(GitError) -> (old: [ByteName: Entry], new: [ByteName: Entry]) {
    let old = try before.map(listing) ?? TreeListing()
    let new = try after.map(listing) ?? TreeListing()
    let difference = new.differences(from: old)
    let (before, after) = (difference.before, difference.after)
    func byName(_ entries: [TreeEntry]) -> [ByteName: Entry] {
      let pairs = entries.map { (ByteName($0.name), Entry(id: $0.id, mode: $0.mode)) }
      return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
    return (byName(before), byName(after))
  }
}
