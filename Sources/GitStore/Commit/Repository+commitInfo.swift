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
    let text = try commitText(id)
    func person(_ key: String) throws(GitError) -> Identity {
      guard let line = text.lines.first(where: { $0.hasPrefix(key + " ") }) else {
        throw ObjectDamage.error(id, reason: "it has no \(key)")
      }
      return Identity(headerValue: line.dropFirst(key.count + 1))
    }
    return CommitInfo(
      id: id, tree: text.header.tree, parents: text.header.parents, author: try person("author"),
      committer: try person("committer"), summary: text.summary, message: text.message)
  }

  private func commitText(_ id: ObjectID) throws(GitError) -> CommitText {
    if let known = commitTexts[id] { return known }
    let object = try verifiedObject(id, GIT_OBJECT_COMMIT)
    var header = CommitHeader(id: id, parents: [], tree: .zero, time: 0)
    try database.readCommit(id, into: &header, overrides: ParentOverrides(boundary: []))
    let text = object.withBytes { CommitText(header: header, content: $0) }
    commitTexts[id] = text
    return text
  }
}
