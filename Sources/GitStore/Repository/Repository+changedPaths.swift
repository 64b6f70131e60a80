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
    return changed.sorted()
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
    let (old, new) = Self.withoutCommonEnds(try children(of: before), try children(of: after))
    for name in Set(old.keys).union(new.keys) {
      try compare(joined(path, name), old[name], new[name], into: &changed)
    }
  }

  private func children(of entry: Entry?) throws(GitError) -> [TreeEntry] {
    guard let entry, entry.mode == .tree else { return [] }
    return try treeChildren(tree: entry.id)
  }

  /// The entries by name, without those that both folders have at their beginning and their end: most of two states of a
  /// large folder.
  private static func withoutCommonEnds(
    _ old: [TreeEntry], _ new: [TreeEntry]
  ) -> (old: [String: Entry], new: [String: Entry]) {
    var (old, new) = (old[...], new[...])
    while let first = old.first, first == new.first {
      old.removeFirst()
      new.removeFirst()
    }
    while let last = old.last, last == new.last {
      old.removeLast()
      new.removeLast()
    }
    func byName(_ entries: ArraySlice<TreeEntry>) -> [String: Entry] {
      let pairs = entries.map { ($0.name, Entry(id: $0.id, mode: $0.mode)) }
      return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
    return (byName(old), byName(new))
  }
}
