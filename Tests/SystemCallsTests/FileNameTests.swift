import SystemCalls
import Testing

@Suite("Names of files as strings")
struct FileNameTests {
  private static let names: [[UInt8]] = [
    Array("tenants/1.db".utf8), Array("naïve 🗒️.db".utf8), [], [0xFF], Array("caf".utf8) + [0xE9] + Array(".db".utf8),
    // The beginning of a character, and the bytes of a surrogate.
    [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x97], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0x61, 0xF4, 0x90, 0x80, 0x80, 0x62],
    // The characters that stand for bytes, and their neighbours.
    Array("\u{10FF7F}".utf8), Array("\u{10FF80}".utf8), Array("\u{10FFFF}x".utf8), Array("\u{10FFE9}".utf8) + [0xE9],
    Array("\"quoted\"".utf8), Array("\"\\351\"".utf8), Array("a\"\\351".utf8), Array("back\\slash".utf8) + [0x80],
    Array("\"".utf8), Array("\"\"".utf8),
  ]

  @Test("a name is the same bytes again, in a string and in output", arguments: names)
  func lossless(bytes: [UInt8]) {
    let name = String(fileName: bytes)
    #expect(name.fileNameBytes == bytes)
    #expect(name.withFileName { String(cString: $0) } == String(decoding: bytes, as: UTF8.self))
    #expect(String(shownFileName: name.shownFileName).utf8.elementsEqual(name.utf8))
  }

  @Test("random bytes are the same again")
  func random() {
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...12)).map { _ in
        [UInt8.random(in: 1...255), 0xF4, 0x8F, 0xBE, 0xBF, 0x22, 0x5C, 0x33].randomElement() ?? 1
      }
      let name = String(fileName: bytes)
      #expect(name.fileNameBytes == bytes)
      #expect(String(shownFileName: name.shownFileName).fileNameBytes == bytes)
    }
  }

  @Test("different names are different strings")
  func distinct() {
    let strings = Self.names.map { Array(String(fileName: $0).utf8) }
    #expect(Set(strings).count == Self.names.count)
    #expect(Set(Self.names.map { Array(String(fileName: $0).shownFileName.utf8) }).count == Self.names.count)
  }

  @Test("names can be joined")
  func joined() {
    let folder = String(fileName: [0x61, 0xE2])
    let file = String(fileName: [0x82, 0xAC])
    #expect((folder + "/" + file).fileNameBytes == [0x61, 0xE2, 0x2F, 0x82, 0xAC])
    // Two halves of a character stay two bytes.
    #expect((folder + file).fileNameBytes == [0x61, 0xE2, 0x82, 0xAC])
  }

  @Test("an ordinary name is shown as it is, and another as Git shows it")
  func shown() {
    #expect("naïve/1.db".shownFileName == "naïve/1.db")
    #expect(String(fileName: [0x61, 0xE9, 0x22, 0x5C]).shownFileName == #""a\351\"\\""#)
    #expect(#""a""#.shownFileName == #""\"a\"""#)
    // What is no quoted name is the name itself.
    for text in ["\"", "\"a", "\"\\9\"", "\"\\77\"", "a\""] { #expect(String(shownFileName: text) == text) }
  }
}
