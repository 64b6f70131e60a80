internal import CLibgit2

extension Repository {
  /// Writes a commit object, signed if the configuration requires it. No reference is updated.
  func createCommit(
    tree: ObjectID, parent: ObjectID?, message: String, author: Identity, committer: Identity
  ) async throws(GitError) -> ObjectID {
    let content = try commitContent(
      tree: tree, parent: parent, message: message, author: author, committer: committer)
    var signature: String?
    if try bool("commit.gpgsign") == true {
      signature = try await SigningProgram(self, committer: committer).sign(content)
    }
    var oid = git_oid()
    try git(.createCommit) {
      (content + [0]).withUnsafeBufferPointer { content in
        content.withMemoryRebound(to: CChar.self) {
          git_commit_create_with_signature(&oid, handle.pointer, $0.baseAddress, signature, nil)
        }
      }
    }
    share(ObjectID(oid))
    return ObjectID(oid)
  }

  /// The commit object. libgit2 is not asked for it, because it writes wrong dates after 2106.
  private func commitContent(
    tree: ObjectID, parent: ObjectID?, message: String, author: Identity, committer: Identity
  ) throws(GitError) -> [UInt8] {
    var lines = ["tree \(tree)"]
    if let parent { lines.append("parent \(parent)") }
    lines.append("author \(try author.headerValue())")
    lines.append("committer \(try committer.headerValue())")
    return Array((lines.joined(separator: "\n") + "\n\n" + message).utf8)
  }
}
