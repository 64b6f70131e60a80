import GitStore
import Testing

@Suite("ObjectID")
struct ObjectIDTests {
  @Test(
    "hexadecimal digits are written in lower case",
    arguments: [
      "0123456789abcdef0123456789abcdef01234567", "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
      "0000000000000000000000000000000000000001", "000000000000000000000000000000010000000f",
    ])
  func roundTrip(_ text: String) throws {
    let id = try #require(ObjectID(hex: text))
    #expect(id.hex == text.lowercased())
    #expect(id.short == text.lowercased().prefix(8))
  }

  @Test(
    "any other text is not an id",
    arguments: [
      "", "0123", "g123456789abcdef0123456789abcdef01234567", "0123456789abcdef0123456789abcdef012345678",
      "é123456789abcdef0123456789abcdef0123456",
    ])
  func refused(_ text: String) {
    #expect(ObjectID(hex: text) == nil)
  }

  @Test("the order is that of the text")
  func order() throws {
    let texts = [
      "0f00000000000000000000000000000000000000", "ff00000000000000000000000000000000000000",
      "0f00000000000000000000000000000000000001", "0f000000000000000f0000000000000000000000",
    ]
    let ids = texts.compactMap { ObjectID(hex: $0) }
    #expect(ids.sorted().map(\.hex) == texts.sorted())
  }
}
