import GitStore
import Testing

@Suite("GitError")
struct GitErrorTests {
  @Test(
    "a message is one sentence, and a hint names the command",
    arguments: [
      (GitError.notARepository(path: "/x"), "there is no Git repository at /x or above it", "git init"),
      (
        .unsafeOwnership(path: "/x"), "the repository /x belongs to another user",
        "git config --global --add safe.directory '/x'"
      ),
      (
        .indexLocked(path: "/x/index.lock"), "another process is using the index: /x/index.lock exists",
        "rm '/x/index.lock'"
      ),
      (
        .referenceMoved(
          name: "refs/heads/main", expected: nil, found: ObjectID(hex: String(repeating: "1", count: 40))),
        "refs/heads/main has changed: it was missing and is now 11111111", "git log -1"
      ),
      (
        .configurationLocked(path: "/x/config.lock"),
        "another process is changing the configuration: /x/config.lock exists", "rm '/x/config.lock'"
      ),
      (.noIdentity(.author), "the identity of the author is not configured", "git config --global user.name"),
      (
        .signingFailed(program: "gpg", output: "no key"), "gpg did not sign the commit or the tag:\nno key",
        "git config commit.gpgSign false"
      ),
      (
        .unsupportedIndex(path: "/x", extension: "abcd"),
        "the index /x has the extension 'abcd', which is not supported", "rm '/x' && git reset"
      ),
      (
        .unsupportedReferenceFormat("reftable"),
        "the repository stores its references as reftable; only files are supported",
        "git refs migrate --ref-format=files"
      ),
      (
        .unsupportedObjectFormat("sha256"), "the repository uses sha256 object names; only sha1 is supported",
        "git init --object-format=sha1"
      ),
      (
        .invalidVariable("GIT_CONFIG_COUNT", reason: "it is not a number"),
        "GIT_CONFIG_COUNT is not valid: it is not a number", "git help config"
      ),
    ])
  func words(_ error: GitError, _ message: String, _ command: String) {
    #expect(error.message == message)
    #expect(error.hint?.contains(command) == true)
  }
}
