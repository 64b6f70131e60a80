internal import CLibgit2

/// Owns a `git_signature` which, unlike other handles, is not an opaque pointer.
final class Signature {
  let signature: UnsafeMutablePointer<git_signature>

  init(_ identity: Identity) throws(GitError) {
    var made: UnsafeMutablePointer<git_signature>?
    let code = git_signature_new(
      &made, identity.name, identity.email, identity.seconds, Int32(truncatingIfNeeded: identity.offsetMinutes))
    guard code >= 0, let made else { throw .invalidIdentity(name: identity.name, email: identity.email) }
    signature = made
  }

  deinit { git_signature_free(signature) }
}

extension Identity {
  func signature() throws(GitError) -> Signature { try Signature(self) }
}
