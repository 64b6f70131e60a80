import Digests
import Testing

@Suite("SHA-1")
struct SHA1Tests {
  /// NIST's examples: https://csrc.nist.gov/projects/cryptographic-standards-and-guidelines/example-values
  @Test(
    "digests are those of NIST's examples",
    arguments: [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
      (String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    ])
  func examples(text: String, digest: String) {
    let bytes = Array(text.utf8)
    #expect(sha1(bytes[...]).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() == digest)
  }

  @Test("a part of an array is digested alone")
  func slice() {
    #expect(sha1(Array("-abc-".utf8)[1..<4]) == sha1(Array("abc".utf8)[...]))
  }
}
