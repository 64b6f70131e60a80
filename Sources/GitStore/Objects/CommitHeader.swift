internal import CLibgit2

/// The parts of a commit that define the history graph: id, parents, tree and time.
public struct CommitHeader: Hashable, Sendable {
  /// The commit.
  public internal(set) var id: ObjectID
  /// The parents; empty for a root commit and at the boundary of a shallow clone.
  public internal(set) var parents: [ObjectID]
  /// Its root tree.
  public internal(set) var tree: ObjectID
  /// The committer's time in seconds since 1970; 0 if the commit does not contain one.
  public internal(set) var time: Int64
}

extension ObjectDatabase {
  /// Like ``Repository/commitHeader(_:)``, but reuses the memory of `header`.
  ///
  /// A commit starts with `tree <id>`, then one `parent <id>` for each parent, `author …` and `committer …`.
  func readCommit(_ id: ObjectID, into header: inout CommitHeader, overrides: ParentOverrides) throws(GitError) {
    header.id = id
    header.parents.removeAll(keepingCapacity: true)
    let isWhole = try read(id, GIT_OBJECT_COMMIT) { bytes in
      var position = 0
      guard let tree = bytes.takeID(after: "tree ", at: &position) else { return false }
      header.tree = tree
      while let parent = bytes.takeID(after: "parent ", at: &position) { header.parents.append(parent) }
      header.time = bytes.committerTime(from: position)
      return true
    }
    guard isWhole else { throw ObjectDamage.error(id, reason: "it does not start with a tree") }
    overrides.apply(to: &header.parents, of: id)
  }
}

extension UnsafeRawBufferPointer {
  /// The seconds after the last `>` of the line `committer …`, which is the first or second line at `start`.
  fileprivate func committerTime(from start: Int) -> Int64 {
    var position = start
    for _ in 0..<2 {
      guard let feed = self.position(of: UInt8(ascii: "\n"), from: position) else { return 0 }
      let line = self[position..<feed]
      position = line.endIndex + 1
      guard line.starts(with: "committer ".utf8), let bracket = line.lastIndex(of: UInt8(ascii: ">")) else { continue }
      let number = line[(bracket + 1)...].drop { $0 == UInt8(ascii: " ") }
      let digits = number.prefix { $0 != UInt8(ascii: " ") }
      return Int64(String(decoding: digits, as: UTF8.self)) ?? 0
    }
    return 0
  }
}
