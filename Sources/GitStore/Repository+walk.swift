internal import CLibgit2

/// The part of a commit that says how history hangs together.
public struct CommitHeader: Hashable, Sendable {
  /// The commit.
  public let id: ObjectID
  /// Empty at the root, and at the boundary of a shallow clone.
  public let parents: [ObjectID]
  /// Its root tree.
  public let tree: ObjectID
}

extension Repository {
  /// Visits every commit reachable from `tips` once, in no order that means anything.
  ///
  /// Each commit is read once, as raw bytes, and only its first lines are looked at; first parents are followed
  /// first, which is how packs lie on the disk. `git_revwalk` is not used: it reads each commit for itself, keeps it,
  /// and in libgit2 1.5 fails at the boundary of a shallow clone, which here is an end like any other.
  /// Memory: the set of ids seen, about 40 bytes for each commit.
  ///
  /// - Throws: ``GitError/missingObject(_:promised:)`` for a commit that is not there, and what `visit` throws.
  public func walk(from tips: [ObjectID], visit: (CommitHeader) throws -> Void) throws {
    var seen = Set<ObjectID>()
    var waiting = tips.reversed().filter { seen.insert($0).inserted }
    while let id = waiting.popLast() {
      let header = try commitHeader(id)
      for parent in header.parents.reversed() where seen.insert(parent).inserted {
        waiting.append(parent)
      }
      try visit(header)
    }
  }

  /// Reads the tree and the parents of a commit.
  ///
  /// A commit starts with `tree <id>`, then one `parent <id>` for each parent.
  public func commitHeader(_ id: ObjectID) throws(GitError) -> CommitHeader {
    let isBoundary = !shallowBoundary.isEmpty && shallowBoundary.contains(id)
    let header = try rawObject(id, GIT_OBJECT_COMMIT).withBytes { bytes -> CommitHeader? in
      var position = 0
      guard let tree = bytes.takeID(after: "tree ", at: &position) else { return nil }
      var parents: [ObjectID] = []
      while !isBoundary, let parent = bytes.takeID(after: "parent ", at: &position) { parents.append(parent) }
      return CommitHeader(id: id, parents: parents, tree: tree)
    }
    guard let header else { throw .corrupt(id, reason: "it does not start with a tree") }
    return header
  }
}
