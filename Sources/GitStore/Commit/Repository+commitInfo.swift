internal import CLibgit2

/// The content of a commit.
public struct CommitInfo: Hashable, Sendable, Codable {
  /// The id of the commit.
  public let id: ObjectID
  /// The root tree.
  public let tree: ObjectID
  /// The parents in order; empty for a root commit.
  public let parents: [ObjectID]
  /// The author, with the author date.
  public let author: Identity
  /// The committer, with the commit date.
  public let committer: Identity
  /// The first paragraph of the message, as one line.
  public let summary: String
  /// The full message. Bytes that are not valid UTF-8 are replaced.
  public let message: String
}

extension Repository {
  /// Reads a commit. The parents are those recorded in it, even at the boundary of a shallow clone.
  ///
  /// libgit2 fails for a commit without a valid date, which `git` accepts, so the commit is parsed here.
  public func commitInfo(_ id: ObjectID) throws(GitError) -> CommitInfo {
    let object = try verifiedObject(id, GIT_OBJECT_COMMIT)
    var header = CommitHeader(id: id, parents: [], tree: .zero, time: 0)
    try database.readCommit(id, into: &header, overrides: ParentOverrides(boundary: []))
    let (lines, message) = object.withBytes { content -> ([String], String) in
      let feed = UInt8(ascii: "\n")
      let all = content.split(separator: feed, omittingEmptySubsequences: false)
      let lines = all.prefix { !$0.isEmpty }
      let message = (lines.last.map { content[$0.endIndex...] } ?? content[...]).drop { $0 == feed }
      return (lines.map { String(decoding: $0, as: UTF8.self) }, String(decoding: message, as: UTF8.self))
    }
    func person(_ key: String) throws(GitError) -> Identity {
      guard let line = lines.first(where: { $0.hasPrefix(key + " ") }) else {
        throw ObjectDamage.error(id, reason: "it has no \(key)")
      }
      return Identity(headerValue: line.dropFirst(key.count + 1))
    }
    return CommitInfo(
      id: id, tree: header.tree, parents: header.parents, author: try person("author"),
      committer: try person("committer"), summary: summary(of: message), message: message)
  }
}

/// The first paragraph of a message, as one line.
private func summary(of message: String) -> String {
  message.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.prefix { !$0.isEmpty }
    .map { String($0).trimmed }.filter { !$0.isEmpty }.joined(separator: " ")
}
