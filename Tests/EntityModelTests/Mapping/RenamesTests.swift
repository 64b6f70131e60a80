import Testing

@testable import EntityModel

@Suite("Renames")
struct RenamesTests {
  /// `name` or `name<original`, several with blanks between them.
  private static func names(_ text: String) -> [Renames.Declared] {
    text.split(separator: " ").map { word in
      let parts = word.split(separator: "<").map(String.init)
      return Renames.Declared(name: parts[0], originalName: parts.last ?? parts[0])
    }
  }

  @Test(
    "a name stands for the one it had before",
    arguments: [
      ("a b", "a b", "a=a b=b"),
      ("a b", "a c", "a=a"),
      ("a", "b<a", "b=a"),
      // A chain, each version naming the one before it, or all of them the first.
      ("b<a", "c<b", "c=b"),
      ("b<a", "c<a", "c=b"),
      // Renamed earlier, and not once more.
      ("b<a", "b<a", "b=b"),
      ("b", "b<a", "b=b"),
      ("b<a", "b", "b=b"),
      ("b<a a", "b<a a", "a=a b=b"),
      // Names that change places, once.
      ("a b", "a<b b<a", "a=b b=a"),
      ("a<b b<a", "a<b b<a", "a=a b=b"),
      // The name is free again, and another property takes it.
      ("a", "a b<a", "b=a"),
      ("a b c", "a<b b<c c<a", "a=b b=c c=a"),
    ])
  func found(_ older: String, _ newer: String, _ expected: String) {
    let renames = Renames(newer: Self.names(newer), older: Self.names(older))
    #expect(renames.older.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ") == expected)
    #expect(renames.disputed.isEmpty)
    #expect(renames.unfounded.isEmpty)
  }

  @Test("two that say they were the same are told, and one that was nothing")
  func refused() {
    let disputed = Renames(newer: Self.names("b<a c<a"), older: Self.names("a"))
    #expect(disputed.disputed == ["a": ["b", "c"]])
    #expect(disputed.unfounded.isEmpty)
    #expect(Renames(newer: Self.names("b<z"), older: Self.names("a")).unfounded.map(\.name) == ["b"])
  }

  @Test("the way down reads the newer version's names backwards")
  func reversed() {
    let renames = Renames(newer: Self.names("a<b b<a d<c"), older: Self.names("a b c"))
    #expect(renames.reversed == ["a": "b", "b": "a", "c": "d"])
  }
}
