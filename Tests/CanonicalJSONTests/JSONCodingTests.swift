import CanonicalJSON
import TestSupport
import Testing

/// Values whose JSON is their encoding.
@Suite("JSON coding")
struct JSONCodingTests {
  private struct Document: Codable, Hashable {
    enum Kind: String, Codable {
      case small, large
    }

    enum Part: Codable, Hashable {
      case whole
      case share(Int, of: Int)
    }

    struct Item: Codable, Hashable {
      var name: String
    }

    var kind = Kind.large
    var name = "é"
    var isSure = true
    var count = 3
    var size: UInt8 = 200
    var seconds = 1.0
    var absent: String?
    @NullIfNil var null: Int?
    @OmittedIfEmpty var empty: [Item] = []
    @OmittedIfEmpty var items: [Item] = [Item(name: "a"), Item(name: "b")]
    var parts = [Part.whole, .share(1, of: 2)]
    var names = ["a": 1]
    var holes: [Int?] = [1, nil]
    var other: JSONValue = ["x": [1, .decimal(1.5), .null]]
  }

  private static let text =
    #"{"count":3,"holes":[1,null],"isSure":true,"items":[{"name":"a"},{"name":"b"}],"kind":"large","name":"é","#
    + #""names":{"a":1},"null":null,"other":{"x":[1,1.5,null]},"#
    + #""parts":[{"whole":{}},{"share":{"_0":1,"of":2}}],"seconds":1.0,"size":200}"#

  @Test("the encoding has the members that are not nil, and reading it gives the same value")
  func roundTrip() throws {
    let json = try JSONValue(encoding: Document())
    #expect(json.canonical == Self.text)
    #expect(try JSONValue.decode(Document.self, from: Array(json.canonical.utf8)) == Document())
  }

  @Test("members that the type does not have are ignored")
  func furtherMembers() throws {
    let text = #"{"further":{"a":[]},"# + Self.text.dropFirst()
    #expect(try JSONValue.decode(Document.self, from: Array(text.utf8)) == Document())
  }

  @Test(
    "an error names the member",
    arguments: [
      (#""kind":"large""#, #""kind":"medium""#, "kind has an unexpected value"),
      (#""count":3,"#, "", "count is missing"), (#""count":3"#, #""count":"3""#, "count has an unexpected value"),
      (#""count":3"#, #""count":null"#, "count has an unexpected value"), (#""null":null,"#, "", "null is missing"),
      (#"{"name":"b"}"#, "{}", "items[1].name is missing"),
      (#"{"name":"b"}"#, "[]", "items[1] has an unexpected value"),
      (#""size":200"#, #""size":true"#, "size has an unexpected value"),
      (#"{"whole":{}}"#, #"{"half":{}}"#, "parts[0] has an unexpected value"),
    ])
  func mistakes(part: String, other: String, problem: String) throws {
    let text = Self.text.replacing(part, with: other)
    #expect(text != Self.text)
    let error = #expect(throws: DecodingError.self) { try JSONValue.decode(Document.self, from: Array(text.utf8)) }
    #expect(error?.problem == problem)
  }

  @Test("a member may be left out where its value may be nil")
  func missing() throws {
    struct Optional: Codable, Hashable { var a: Int? }
    #expect(try JSONValue.decode(Optional.self, from: Array("{}".utf8)) == Optional(a: nil))
    #expect(try JSONValue.decode(Optional.self, from: Array(#"{"a":null}"#.utf8)) == Optional(a: nil))
    #expect(throws: DecodingError.self) { try JSONValue.decode(Optional.self, from: Array(#"{"a":"1"}"#.utf8)) }
  }

  @Test(
    "what cannot safely be decoded is refused",
    arguments: ["", "{", "[1,]", "{\u{0}}", String(repeating: "[", count: 65)])
  func unsafe(text: String) {
    #expect(throws: DecodingError.self) { try JSONValue.decode(JSONValue.self, from: Array(text.utf8)) }
  }

  @Test("an integer that does not fit is an error")
  func largeIntegers() {
    #expect(throws: EncodingError.self) { try JSONValue(encoding: [UInt64.max]) }
  }
}
