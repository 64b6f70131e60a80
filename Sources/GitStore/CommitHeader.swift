internal import CLibgit2

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The part of a commit that says how history hangs together.
public struct CommitHeader: Hashable, Sendable {
  /// The commit.
  public internal(set) var id: ObjectID
  /// Empty at the root, and at the boundary of a shallow clone.
  public internal(set) var parents: [ObjectID]
  /// Its root tree.
  public internal(set) var tree: ObjectID
  /// The committer's time, in seconds since 1970; 0 where none is written.
  public internal(set) var time: Int64
}

extension Repository {
  /// Reads the first lines of a commit. What grafts and replacements say does not count.
  ///
  /// - Throws: ``GitError/missingObject(_:promised:)``, ``GitError/corrupt(_:reason:)``.
  public func commitHeader(_ id: ObjectID) throws(GitError) -> CommitHeader {
    var header = CommitHeader(id: id, parents: [], tree: .zero, time: 0)
    try database.readCommit(id, into: &header, shape: HistoryShape(boundary: shallowBoundary))
    return header
  }
}

extension ObjectDatabase {
  /// As ``Repository/commitHeader(_:)``, into a header whose memory is used again.
  ///
  /// A commit starts with `tree <id>`, then one `parent <id>` for each parent, `author …` and `committer …`.
  func readCommit(_ id: ObjectID, into header: inout CommitHeader, shape: HistoryShape) throws(GitError) {
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
    guard isWhole else { throw .corrupt(id, reason: "it does not start with a tree") }
    shape.change(&header.parents, of: id)
  }
}

extension UnsafeRawBufferPointer {
  /// The seconds behind the last `>` of the line `committer …`, which is the first or second at `start`.
  fileprivate func committerTime(from start: Int) -> Int64 {
    var position = start
    for _ in 0..<2 {
      guard let base = baseAddress, position < count,
        let feed = memchr(base + position, Int32(UInt8(ascii: "\n")), count - position)
      else { return 0 }
      let line = self[position..<(UnsafeRawPointer(feed) - base)]
      position = line.endIndex + 1
      guard line.starts(with: "committer ".utf8), let bracket = line.lastIndex(of: UInt8(ascii: ">")) else { continue }
      let number = line[(bracket + 1)...].drop { $0 == UInt8(ascii: " ") }
      let digits = number.prefix { $0 != UInt8(ascii: " ") }
      return Int64(String(decoding: digits, as: UTF8.self)) ?? 0
    }
    return 0
  }
}
