import Foundation
import TestSupport
import Testing

@testable import GitStore

@Suite("Pack indexes")
struct PackIndexTests {
  @Test(
    "each name is found in a large index, whether or not the names are spread evenly, and no other",
    arguments: ["even", "first", "last", "equal"])
  func largeIndex(_ spread: String) throws {
    var random = UInt64(7)
    func next() -> UInt64 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return random >> 16
    }
    // All names begin with one byte, and so are in one part of the table.
    let names = Set(
      (0..<700).map { number in
        let digits: UInt64 =
          switch spread {
          case "even": next() & 0xffff_ffff
          case "first": next() % (number == 0 ? 0xffff_ffff : 900)
          case "last": 0xffff_ffff - next() % (number == 0 ? 0xffff_ffff : 900)
          default: 0x7777_7777
          }
        return "ab" + hexadecimal(digits, 8) + hexadecimal(UInt64(number), 30)
      }
    ).sorted()
    func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    var file: [UInt8] = [0xff, 0x74, 0x4f, 0x63] + word(2)
    for byte in 0..<256 { file += word(byte < 0xab ? 0 : names.count) }
    for name in names { file += try #require(ObjectID(hex: name)).hexBytes }
    file += [UInt8](repeating: 0, count: names.count * 8 + 40)
    let sandbox = try Sandbox()
    let path = sandbox.folder + "/large.idx"
    try Data(file).write(to: URL(fileURLWithPath: path))
    let index = try #require(try PackIndex(opening: path))
    for (place, name) in names.enumerated() {
      #expect(index.position(of: try #require(ObjectID(hex: name))) == place)
      let other = String(name.dropLast()) + (name.hasSuffix("f") ? "e" : "f")
      if !names.contains(other) { #expect(index.position(of: try #require(ObjectID(hex: other))) == nil) }
    }
    for other in ["ab" + String(repeating: "0", count: 38), "ab" + String(repeating: "f", count: 38)] {
      #expect(index.position(of: try #require(ObjectID(hex: other))) == nil)
    }
  }

  private func hexadecimal(_ value: UInt64, _ digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}

extension ObjectID {
  /// The 20 bytes.
  fileprivate var hexBytes: [UInt8] { withUnsafeBytes(of: oid) { Array($0) } }
}
