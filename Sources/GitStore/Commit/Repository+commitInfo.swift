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
  public func commitInfo(_ id: ObjectID) throws(GitError) -> CommitInfo {
    _ = try verifiedObject(id, GIT_OBJECT_COMMIT)
    var oid = id.oid
    let commit = try Handle(
      .readObject, parent: handle, release: { git_commit_free($0) },
      acquire: { git_commit_lookup(&$0, handle.pointer, &oid) })
    guard let tree = git_commit_tree_id(commit.pointer), let author = git_commit_author(commit.pointer),
      let committer = git_commit_committer(commit.pointer)
    else { throw .corrupt(id, reason: "it has no tree, author or committer") }
    let parents = (0..<git_commit_parentcount(commit.pointer)).compactMap { number in
      git_commit_parent_id(commit.pointer, number).map { ObjectID($0.pointee) }
    }
    return CommitInfo(
      id: id, tree: ObjectID(tree.pointee), parents: parents, author: Identity(author.pointee),
      committer: Identity(committer.pointee),
      summary: git_commit_summary(commit.pointer).map { String(cString: $0) } ?? "",
      message: git_commit_message(commit.pointer).map { String(cString: $0) } ?? "")
  }
}

extension Identity {
  init(_ signature: git_signature) {
    self.init(
      name: signature.name.map { String(cString: $0) } ?? "",
      email: signature.email.map { String(cString: $0) } ?? "",
      seconds: signature.when.time, offsetMinutes: Int(signature.when.offset))
  }
}
