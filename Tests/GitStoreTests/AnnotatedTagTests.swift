import Foundation
import GitStore
import TestSupport
import Testing

@Suite("Annotated tags")
struct AnnotatedTagTests {
  /// A repository that signs with a fake program, and its first commit.
  private static func signing() throws -> (Sandbox, ObjectID) {
    let sandbox = try Sandbox()
    let first = try sandbox.commit("file", "1")
    // The verification accepts a signature that contains the content's checksum.
    try sandbox.write(
      "../signer",
      """
      #!/bin/sh
      case "$*" in
      *--verify*)
        for file in "$@"; do [ -f "$file" ] && signature=$file; done
        if grep -q "^$(cksum | tr -d ' ')$" "$signature"; then
          echo '[GNUPG:] NEWSIG'
          echo '[GNUPG:] GOODSIG 0123456789ABCDEF Grace <grace@example.com>'
          echo '[GNUPG:] TRUST_MARGINAL 0 pgp'
        else
          echo '[GNUPG:] BADSIG 0123456789ABCDEF Grace <grace@example.com>'; echo 'BAD signature' >&2; exit 1
        fi ;;
      *)
        echo '[GNUPG:] SIG_CREATED D 1 8 00 1700000000 0123456789ABCDEF' >&2
        echo '-----BEGIN PGP SIGNATURE-----'; cksum | tr -d ' '; echo '-----END PGP SIGNATURE-----' ;;
      esac
      """, executable: true)
    try sandbox.git("config", "gpg.program", sandbox.folder + "/signer")
    return (sandbox, first)
  }

  private static let signer = Signer(
    name: "Grace <grace@example.com>", doubt: "the trust in its key is marginal")

  @Test("a signed tag is what git tag -s makes, and both verify it")
  func signed() async throws {
    let (sandbox, first) = try Self.signing()
    let repository = try sandbox.open()
    try await repository.createSignedTag("v1", on: first, message: "One\n\nText", tagger: grace)
    let tag = try #require(try repository.annotatedTag("v1"))
    #expect(tag.name == "v1" && tag.target == first && tag.message == "One\n\nText" && tag.time == grace.time)
    #expect(try await repository.verdict(on: tag) == .good(Self.signer))
    try sandbox.git("verify-tag", "v1")
    #expect(try sandbox.complaints() == "")
    #expect(try repository.annotatedTag("refs/tags/v1") == tag)
    // One that Git made.
    try sandbox.git("tag", "-s", "-m", "Two", "v2")
    let other = try #require(try repository.annotatedTag("v2"))
    #expect(try await repository.verdict(on: other) == .good(Self.signer))
  }

  @Test("an existing tag and an invalid name are rejected, and a failed signature leaves no tag")
  func rejected() async throws {
    let (sandbox, first) = try Self.signing()
    let repository = try sandbox.open()
    try sandbox.git("tag", "v1")
    await #expect(throws: GitError.referenceExists(name: "refs/tags/v1")) {
      try await repository.createSignedTag("v1", on: first, message: "m", tagger: grace)
    }
    for name in ["a..b", "-f", "", "a b"] {
      await #expect(throws: GitError.self) {
        try await repository.createSignedTag(name, on: first, message: "m", tagger: grace)
      }
    }
    try sandbox.git("config", "gpg.program", "/nonexistent")
    await #expect(throws: GitError.self) {
      try await repository.createSignedTag("v2", on: first, message: "m", tagger: grace)
    }
    #expect(try sandbox.git("tag").trimmingCharacters(in: .newlines) == "v1")
  }

  @Test("a changed tag is not good, and one without a signature has no verdict")
  func changed() async throws {
    let (sandbox, first) = try Self.signing()
    let repository = try sandbox.open()
    try await repository.createSignedTag("v1", on: first, message: "One", tagger: grace)
    let content = try sandbox.git("cat-file", "tag", "v1")
    for (name, text) in [
      ("changed", content.replacing("One", with: "Two")), ("renamed", content.replacing("tag v1", with: "tag v9")),
    ] {
      try sandbox.write("../\(name)", text)
      let id = try sandbox.git("hash-object", "-t", "tag", "-w", sandbox.folder + "/" + name)
      try sandbox.git("update-ref", "refs/tags/" + name, id.trimmingCharacters(in: .newlines))
      let tag = try #require(try repository.annotatedTag(name))
      #expect(try await repository.verdict(on: tag) == .notGood(reason: "BAD signature"))
    }
    try sandbox.git("tag", "-a", "-m", "x", "plain")
    let plain = try #require(try repository.annotatedTag("plain"))
    #expect(try await repository.verdict(on: plain) == nil)
    try sandbox.git("tag", "light")
    #expect(try repository.annotatedTag("light") == nil)
    #expect(try repository.annotatedTag("absent") == nil)
  }

  @Test("gpg.minTrustLevel is respected, and an unknown form of signature is not good")
  func trust() async throws {
    let (sandbox, first) = try Self.signing()
    try sandbox.git("config", "gpg.minTrustLevel", "fully")
    let repository = try sandbox.open()
    try await repository.createSignedTag("v1", on: first, message: "One", tagger: grace)
    let tag = try #require(try repository.annotatedTag("v1"))
    #expect(
      try await repository.verdict(on: tag)
        == .notGood(reason: "the trust in its key is marginal, and gpg.minTrustLevel is fully"))
    #expect(
      try await repository.verdict(onFile: bytes("x"), signature: "untrusted comment: minisign")
        == .notGood(reason: "it has no known format"))
  }
}
