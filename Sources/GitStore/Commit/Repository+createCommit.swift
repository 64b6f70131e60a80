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
    return ObjectID(oid)
  }

  private func commitContent(
    tree: ObjectID, parent: ObjectID?, message: String, author: Identity, committer: Identity
  ) throws(GitError) -> [UInt8] {
    let author = try author.signature()
    let committer = try committer.signature()
    let tree = try lookUpTree(tree)
    var parents: [Handle] = []
    if let parent { parents.append(try lookUpCommit(parent)) }
    var pointers = parents.map { Optional($0.pointer) }
    return try withExtendedLifetime((author, committer, tree, parents)) { () throws(GitError) in
      try bytes(.createCommit) {
        git_commit_create_buffer(
          $0, handle.pointer, author.signature, committer.signature, nil, message, tree.pointer, pointers.count,
          &pointers)
      }
    }
  }

  private func lookUpCommit(_ id: ObjectID) throws(GitError) -> Handle {
    var oid = id.oid
    return try Handle(
      .readObject, parent: handle, release: { git_commit_free($0) },
      acquire: { git_commit_lookup(&$0, handle.pointer, &oid) })
  }
}
