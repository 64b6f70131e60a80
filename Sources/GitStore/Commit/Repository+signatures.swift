internal import SystemCalls

extension Repository {
  /// Checks the signature of a tag as `git verify-tag` does; `nil` if it has none.
  public func verdict(on tag: AnnotatedTag) async throws(GitError) -> SignatureVerdict? {
    guard let signature = tag.signature else { return nil }
    return try await SignatureCheck(
      repository: self, content: tag.signedContent, signature: signature, namespace: "git", time: tag.time
    ).verdict()
  }

  /// Signs the content of a file with the configured program. The result is the content of a file beside it: for OpenPGP a
  /// detached, armored signature, for SSH what `ssh-keygen -Y sign -n file` writes.
  ///
  /// - Throws: ``GitError/signingFailed(program:output:)``.
  public func signature(ofFile content: [UInt8], by signer: Identity) async throws(GitError) -> String {
    try await SigningProgram(self, committer: signer).sign(content, namespace: Self.fileNamespace)
  }

  /// Checks the signature of a file's content.
  public func verdict(onFile content: [UInt8], signature: String) async throws(GitError) -> SignatureVerdict {
    try await SignatureCheck(
      repository: self, content: content, signature: signature.trimmed, namespace: Self.fileNamespace, time: nil
    ).verdict()
  }

  /// Whether a path is that of a file in the work tree, and not in the repository's own folder or elsewhere.
  func hasInWorkTree(_ path: String) -> Bool {
    guard let root else { return false }
    let real = path.resolvingLinks
    return real.hasPrefix(root.resolvingLinks + "/") && !real.hasPrefix(gitDirectory.resolvingLinks + "/")
  }

  private static var fileNamespace: String { "file" }
}
