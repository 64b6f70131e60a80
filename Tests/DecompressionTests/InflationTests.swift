import Decompression
import Testing

@Suite("Inflation")
struct InflationTests {
  static func text(_ bytes: [UInt8]) throws -> String {
    String(decoding: try #require(try Inflation.inflate(bytes, .raw, limit: 1 << 16)), as: UTF8.self)
  }

  /// Compressed by zlib.
  static let deflated: [(String, [UInt8])] = [
    ("", [0x03, 0x00]), ("a", [0x4B, 0x04, 0x00]),
    // Fixed codes, with a string that overlaps its own copy.
    (String(repeating: "ab", count: 50), [0x4B, 0x4C, 0x4A, 0xA4, 0x39, 0x04, 0x00]),
    // Dynamic codes.
    (
      String(repeating: "the quick brown fox jumps over the lazy dog. ", count: 3)
        + "pack my box with five dozen liquor jugs",
      [
        0xB5, 0xCB, 0xC9, 0x11, 0x80, 0x20, 0x10, 0x44, 0xD1, 0x54, 0x3A, 0x02, 0x73, 0x02, 0x65, 0x53, 0x60, 0xD8,
        0x11,
        0xA3, 0x77, 0xCA, 0x1C, 0x3C, 0x76, 0xFD, 0xD7, 0xCD, 0x2A, 0xE4, 0xEE, 0xF6, 0x0B, 0xB2, 0xD0, 0x8C, 0xD0,
        0x74,
        0xE3, 0xEC, 0x21, 0x55, 0xD0, 0x50, 0x05, 0x8D, 0xB3, 0x17, 0xCF, 0xC2, 0x41, 0x66, 0xFB, 0xD6, 0x3F, 0x38,
        0x09,
        0x76, 0x61, 0x41, 0x32, 0x9A, 0xAE, 0x59, 0x68, 0x37, 0x14, 0xA7, 0x47, 0x45, 0x78, 0x97, 0x3B, 0x15, 0xFE,
        0x9A,
        0xFA, 0x02,
      ]
    ),
    // A stored block.
    ("raw", [0x01, 0x03, 0x00, 0xFC, 0xFF, 0x72, 0x61, 0x77]),
    // A stored block followed by one with fixed codes.
    ("rawa", [0x00, 0x03, 0x00, 0xFC, 0xFF, 0x72, 0x61, 0x77, 0x4B, 0x04, 0x00]),
  ]

  @Test("data compressed by zlib is decompressed", arguments: deflated)
  func inflates(text: String, bytes: [UInt8]) throws {
    #expect(try Self.text(bytes) == text)
  }

  static let damaged: [[UInt8]] = [
    [], [0x4B], [0x4B, 0x04],
    // An invalid block type.
    [0x07],
    // A stored block with a wrong complement of its length, and a truncated one.
    [0x01, 0x03, 0x00, 0x00, 0x00, 0x72, 0x61, 0x77], [0x01, 0x03, 0x00, 0xFC, 0xFF, 0x72],
    // A distance that exceeds the output: a length of 3 at a distance of 1.
    [0x03, 0x02, 0x00],
    // An oversubscribed code.
    [0x05, 0xE0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
  ]

  @Test("damaged data is an error", arguments: damaged)
  func refuses(bytes: [UInt8]) {
    #expect(throws: Inflation.Failure.self) { try Self.text(bytes) }
  }

  @Test("decompression stops at the limit")
  func bomb() throws {
    // Each byte of ones continues the same string.
    let bytes = [0x4B, 0x4C, 0x4A, 0xA4, 0x39, 0x04, 0x00] as [UInt8]
    #expect(try Inflation.inflate(bytes, .raw, limit: 99) == nil)
    #expect(try Inflation.inflate(bytes, .raw, limit: 100)?.count == 100)
  }

  @Test("300,000 bytes from 308, in chunks and only to the limit")
  func chunks() throws {
    let start: [UInt8] = [0xED, 0xC1, 0x01, 0x0D, 0, 0, 0, 0xC2, 0xA0, 0xAC, 0xEF, 0x5F, 0xC2, 0x1E, 0x0E, 0x28]
    let bytes = start + [UInt8](repeating: 0, count: 290) + [0xF8, 0x31]
    #expect(try Inflation.inflate(bytes, .raw, limit: 300_000) == Array(repeating: UInt8(ascii: "a"), count: 300_000))
    #expect(try Inflation.inflate(bytes, .raw, limit: 299_999) == nil)
    #expect(try Inflation.inflate(bytes + bytes, .raw, limit: 1 << 20)?.count == 300_000)
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: Inflation.Failure.self) { try Inflation.inflate(Array(bytes[..<count]), .raw, limit: 1 << 20) }
    }
  }

  @Test("data with a header ends with a checksum, and one state serves several")
  func zlib() throws {
    let bytes: [UInt8] = [0x78, 0x9C, 0x4B, 0x4C, 0xA4, 0x3D, 0, 0, 0x7A, 0x47, 0x25, 0xE5]
    #expect(try Inflation.inflate(bytes, .zlib, limit: 100) == Array(repeating: UInt8(ascii: "a"), count: 100))
    #expect(throws: Inflation.Failure.self) { try Inflation.inflate(bytes.dropLast() + [0], .zlib, limit: 100) }
    #expect(throws: Inflation.Failure.self) { try Inflation.inflate(bytes, .raw, limit: 100) }
    let inflation = Inflation()
    var output = [UInt8](repeating: 0, count: 60)
    for _ in 0..<3 {
      let counts = try bytes.withUnsafeBytes { input in
        try output.withUnsafeMutableBytes { output in
          try inflation.begin(input)
          return [try inflation.read(into: output), try inflation.read(into: output), try inflation.read(into: output)]
        }
      }
      #expect(counts == [60, 40, 0] && inflation.isComplete)
    }
  }
}
