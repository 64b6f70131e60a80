import Testing

@testable import SharedCache

@Suite("ActionResult")
struct ActionResultTests {
  private let hash = String(repeating: "0f", count: 32)
  private var result: ActionResult { ActionResult(hash: hash, size: 300) }

  @Test("what is written can be read")
  func roundTrip() {
    for size in [0, 1, 127, 128, 300, 64 << 10, Int.max] {
      let result = ActionResult(hash: hash, size: size)
      #expect(ActionResult(result.bytes) == result)
    }
  }

  /// The bytes that protoc 3.21.12 makes of `output_files { path: "schemaledger.json" digest { hash: "0f…" size_bytes: 300 } }`.
  @Test("the bytes are those of protoc")
  func reference() {
    let digest: [UInt8] = [0x0a, 0x40] + Array(hash.utf8) + [0x10, 0xac, 0x02]
    let file: [UInt8] = [0x0a, 0x11] + Array("schemaledger.json".utf8) + [0x12, 0x45] + digest
    #expect(result.bytes == [0x12, 0x5a] + file)
  }

  @Test("fields that a server adds are skipped")
  func unknownFields() {
    // bazel-remote writes the client's address to execution_metadata (9), a message with the field worker (1).
    let added: [[UInt8]] = [
      [0x4a, 0x05, 0x0a, 0x03, 0x61, 0x3a, 0x31], [0x20, 0x00], [0x79, 1, 2, 3, 4, 5, 6, 7, 8], [0x7d, 1, 2, 3, 4],
      [0xf8, 0xff, 0xff, 0xff, 0x0f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
    ]
    for field in added {
      #expect(ActionResult(result.bytes + field) == result)
      #expect(ActionResult(field + result.bytes) == result)
    }
  }

  @Test("every cut is refused, and no byte that is changed is a crash")
  func damage() {
    let bytes = result.bytes
    for end in bytes.indices { #expect(ActionResult(Array(bytes[..<end])) == nil) }
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        #expect(ActionResult(damaged) != result)
      }
    }
  }

  @Test(
    "messages that name no blob, or several, are refused",
    arguments: [
      [], [0x12, 0x00], [0x20, 0x01], [0x00, 0x00], [0x0b], [0x0c], [0x0e], [0x0f],
      // Varints with more than 64 bits, with more than ten bytes, and without an end.
      [0x20, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02],
      [0x20, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00], [0x20, 0xff],
      // Lengths beyond the end: by one, and by the greatest one.
      [0x4a, 0x01], [0x4a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
    ] as [[UInt8]])
  func refused(_ bytes: [UInt8]) {
    #expect(ActionResult(bytes) == nil)
    if !bytes.isEmpty { #expect(ActionResult(result.bytes + bytes) == nil) }
  }

  @Test("other hashes, sizes, paths, exit codes and a second file are refused")
  func refusedValues() {
    #expect(ActionResult(ActionResult(hash: hash.uppercased(), size: 3).bytes) == nil)
    #expect(ActionResult(ActionResult(hash: String(hash.dropLast()), size: 3).bytes) == nil)
    #expect(ActionResult(ActionResult(hash: "../" + hash.dropLast(3), size: 3).bytes) == nil)
    #expect(ActionResult(result.bytes + result.bytes) == nil)
    #expect(ActionResult(result.bytes + [0x20, 0x01]) == nil)
    var other = result.bytes
    other[4] = UInt8(ascii: "t")
    #expect(ActionResult(other) == nil)
    // size_bytes: -1
    let digest: [UInt8] =
      [0x0a, 0x40] + Array(hash.utf8) + [0x10, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]
    let file: [UInt8] = [0x0a, 0x11] + Array("schemaledger.json".utf8) + [0x12, UInt8(digest.count)] + digest
    #expect(ActionResult([0x12, UInt8(file.count)] + file) == nil)
    #expect(ActionResult(result.bytes + [0x4a, 0xa8, 0x20] + [UInt8](repeating: 0, count: 4200)) == nil)
  }
}
