import Testing

@testable import EntityModel

@Suite("Renames")
struct RenamesTests {
  /// `name` or `name<original`, separated by blanks.
  private static func names(_ text: String) -> [Renames.Declared] {
    text.split(separator: " ").map { word in
      let parts = word.split(separator: "<").map(String.init)
      return Renames.Declared(name: parts[0], originalName: parts.last ?? parts[0])
    }
  }

  @Test(
    "a name is matched with its original name",
    arguments: [
      ("a b", "a b", "a=a b=b"),
      ("a b", "a c", "a=a"),
      ("a", "b<a", "b=a"),
      // A chain: each version names the previous one, or all name the first.
      ("b<a", "c<b", "c=b"),
      ("b<a", "c<a", "c=b"),
      // Renamed in an earlier version, not again.
      ("b<a", "b<a", "b=b"),
      ("b", "b<a", "b=b"),
      ("b<a", "b", "b=b"),
      ("b<a a", "b<a a", "a=a b=b"),
      // Swapped names, in one version.
      ("a b", "a<b b<a", "a=b b=a"),
      ("a<b b<a", "a<b b<a", "a=a b=b"),
      // Another property takes the freed name.
      ("a", "a b<a", "b=a"),
      ("a b c", "a<b b<c c<a", "a=b b=c c=a"),
    ])
  func found(_ older: String, _ newer: String, _ expected: String) {
    let renames = Renames(newer: Self.names(newer), older: Self.names(older))
    #expect(renames.older.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ") == expected)
    #expect(renames.conflicting.isEmpty)
    #expect(renames.unmatched.isEmpty)
  }

  @Test("conflicting and unknown original names are reported")
  func refused() {
    let disputed = Renames(newer: Self.names("b<a c<a"), older: Self.names("a"))
    #expect(disputed.conflicting == ["a": ["b", "c"]])
    #expect(disputed.unmatched.isEmpty)
    #expect(Renames(newer: Self.names("b<z"), older: Self.names("a")).unmatched.map(\.name) == ["b"])
  }

  @Test(
    "Core Data compares canonical names, and takes an unknown one for a new property",
    arguments: [
      ("a", "b<a", "b=a"),
      ("b<a", "c<a", "c=b"),
      // The canonical name of `b` is `a`, so its values are not those of `c`.
      ("b<a", "c<b", ""),
      ("b<a", "b<a", "b=b"),
      ("a", "b<z", ""),
      ("a b", "a<b b<a", "a=b b=a"),
      // An identifier that was added or removed beside the same name.
      ("b<a", "b", "b=b"),
      ("b", "b<z", "b=b"),
    ])
  func canonical(_ older: String, _ newer: String, _ expected: String) {
    let renames = Renames(newer: Self.names(newer), older: Self.names(older), rules: .coreData)
    #expect(renames.older.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ") == expected)
    #expect(renames.unmatched.isEmpty)
  }

  @Test("a stage to an older version applies the newer version's names in reverse")
  func reversed() {
    let renames = Renames(newer: Self.names("a<b b<a d<c"), older: Self.names("a b c"))
    #expect(renames.reversed == ["a": "b", "b": "a", "c": "d"])
  }
}
