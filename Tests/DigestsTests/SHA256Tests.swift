import Digests
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  /// NIST's examples: https://csrc.nist.gov/projects/cryptographic-standards-and-guidelines/example-values
  @Test(
    "digests are those of NIST's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
  func examples(text: String, digest: String) {
    #expect(sha256(text) == digest)
    #expect(sha256(Array(text.utf8)) == digest)
  }

  @Test("bytes may be appended in pieces, also after a digest was read")
  func pieces() {
    var hash = SHA256()
    for byte in "ab".utf8 { hash.update([byte]) }
    #expect(hash.digest() == SHA256.digest(of: "ab".utf8))
    hash.update([])
    hash.update("c".utf8)
    #expect(hash.digest() == SHA256.digest(of: "abc".utf8))
  }

  @Test("a copy does not change with the value it was copied from")
  func copies() {
    var original = SHA256()
    original.update("a".utf8)
    var copy = original
    original.update("x".utf8)
    copy.update("bc".utf8)
    #expect(copy.digest() == SHA256.digest(of: "abc".utf8))
    #expect(original.digest() == SHA256.digest(of: "ax".utf8))
  }

  @Test("a sequence without contiguous storage has the digest of its bytes")
  func sequences() {
    #expect(SHA256.digest(of: (0..<200).lazy.map { UInt8($0) }) == SHA256.digest(of: (0..<200).map { UInt8($0) }))
  }
}
