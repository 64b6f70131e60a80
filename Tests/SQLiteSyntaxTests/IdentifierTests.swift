import SQLiteSyntax
import Testing

@Suite("Identifier")
struct IdentifierTests {
  static let composed = Identifier("\u{E9}")
  static let decomposed = Identifier("e\u{301}")

  @Test("names are equal if their bytes are, with ASCII letters in any case")
  func equality() {
    #expect(Identifier("Users") == "uSERS")
    #expect(Identifier("Users").text == "Users")
    #expect(Identifier("\u{C9}") != "\u{E9}")
    #expect(Self.composed != Self.decomposed)
    // The sign of the unit kelvin is canonically equal to the letter K.
    #expect(Identifier("\u{212A}") != "K")
  }

  @Test("canonically equal names are two keys, in the order of their bytes")
  func keys() {
    let numbers: [Identifier: Int] = [Self.composed: 1, Self.decomposed: 2, "A": 3]
    #expect(numbers.count == 3)
    #expect(numbers[Self.decomposed] == 2)
    #expect(numbers["a"] == 3)
    #expect(numbers.keys.sorted() == ["a", Self.decomposed, Self.composed])
  }

  @Test("a prefix is compared byte by byte")
  func prefix() {
    #expect(Identifier("SQLite_x").isReserved)
    #expect(!Identifier("sqlitex").isReserved)
    // The underscore and the accent are one character.
    #expect(Identifier("sqlite_\u{301}").isReserved)
  }
}
