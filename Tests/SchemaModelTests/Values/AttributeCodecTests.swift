import EntityModel
import Foundation
import Testing

@testable import SchemaModel

enum Size: String, Codable { case small, large }
enum Level: Int, Codable, CaseIterable {
  case low = 7
  case high = 9
}
enum Shape: Codable, Equatable {
  case circle(Double)
  case square(side: Double)
}
struct Point: Codable, Equatable { var x: Double, y: Double }
struct Address: Codable, Equatable {
  var street: String
  var size: Size
  var level: Level?
  var place: Point
  var tags: [String]
  enum CodingKeys: String, CodingKey {
    case street = "line1"
    case size, level, place, tags
  }
}
struct Nickname: Codable, Equatable { var first: String?, second: Int? }
struct Days: OptionSet, Codable { let rawValue: Int }
struct HandWritten: Codable, Equatable {
  var text: String
  init(text: String) { self.text = text }
  init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
struct TwoFaced: Codable, Equatable {
  var a = 1
  enum Keys: String, CodingKey { case a, b }
  init() {}
  init(from decoder: any Decoder) throws { a = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .a) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(a, forKey: .a)
    try container.encode(a, forKey: .b)
  }
}
struct Legacy: Codable, Equatable {
  var a = 1
  enum CodingKeys: String, CodingKey { case a, old }
  init() {}
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    a = try container.decode(Int.self, forKey: container.contains(.old) ? .old : .a)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(a, forKey: .a)
  }
}
final class Reference: Codable, Equatable {
  var a = 1
  static func == (one: Reference, other: Reference) -> Bool { one.a == other.a }
}

@Suite("AttributeCodec")
struct AttributeCodecTests {
  private func expectRoundTrip<Value: Equatable>(_ value: Value, in columns: [StoredValue]? = nil) throws {
    let codec = try #require(AttributeCodec.of(Value.self))
    let encoded = try codec.encode(value)
    #expect(encoded.count == codec.columnCount)
    if let columns { #expect(encoded == columns) }
    #expect(try codec.decode(encoded) as? Value == value)
  }

  @Test("scalars and enumerations are their raw values")
  func scalars() throws {
    try expectRoundTrip(5, in: [.integer(5)])
    try expectRoundTrip(Optional<Int>.none, in: [.null])
    try expectRoundTrip(Optional("a"), in: [.text("a")])
    try expectRoundTrip(Size.large, in: [.text("large")])
    try expectRoundTrip(Optional(Level.high), in: [.integer(9)])
    try expectRoundTrip(Optional<Level>.none, in: [.null])
    try expectRoundTrip(Days(rawValue: 5), in: [.integer(5)])
    let codec = try #require(AttributeCodec.of(Size?.self))
    #expect(codec.isOptional && codec.type == .string && codec.valueType == "Size")
  }

  @Test("a type is recorded if the attribute's type does not determine it")
  func valueTypes() {
    #expect(AttributeCodec.of(Int.self)?.valueType == nil)
    #expect(AttributeCodec.of(UInt64.self)?.valueType == "UInt64")
    #expect(AttributeCodec.of(Character.self)?.valueType == "Character")
    #expect(AttributeCodec.of([Size].self)?.valueType == "Array<Size>")
    #expect(AttributeCodec.of(Point?.self)?.valueType == "Point")
  }

  @Test("a structure has the columns of its parts, nested ones in between")
  func composites() throws {
    let address = Address(street: "a", size: .small, level: nil, place: Point(x: 1, y: 2), tags: ["t"])
    try expectRoundTrip(
      address, in: [.text("a"), .text("small"), .null, .real(1), .real(2), .blob(Data(#"["t"]"#.utf8))])
    try expectRoundTrip(Optional(address))
    try expectRoundTrip(Optional<Address>.none, in: Array(repeating: .null, count: 6))

    let components = try #require(AttributeCodec.of(Address.self)).components
    #expect(components.map(\.name) == ["line1", "size", "level", "place", "tags"])
    #expect(components.map(\.type) == [.string, .string, .integer64, .composite, .encoded])
    #expect(components.map(\.isOptional) == [false, false, true, false, false])
    #expect(components[3].components.map(\.name) == ["x", "y"])
  }

  @Test("an optional structure whose parts are all nil is read as nil")
  func allNil() throws {
    try expectRoundTrip(Nickname(first: nil, second: nil), in: [.null, .null])
    let codec = try #require(AttributeCodec.of(Nickname?.self))
    let value = try codec.decode(codec.encode(Optional(Nickname(first: nil, second: nil)) as Any))
    #expect(value as? Nickname? == .some(.none))
  }

  @Test("a type without discoverable parts is one value")
  func encoded() throws {
    try expectRoundTrip(["b", "a"], in: [.blob(Data(#"["b","a"]"#.utf8))])
    try expectRoundTrip(["b": 1, "a": 2], in: [.blob(Data(#"{"a":2,"b":1}"#.utf8))])
    try expectRoundTrip([Date(timeIntervalSinceReferenceDate: 1.5)], in: [.blob(Data("[1.5]".utf8))])
    try expectRoundTrip([Double.infinity])
    try expectRoundTrip(Shape.square(side: 2))
    try expectRoundTrip(Optional<[Shape]>.none, in: [.null])
    try expectRoundTrip(0..<5)
    try expectRoundTrip(HandWritten(text: "x"), in: [.blob(Data(#""x""#.utf8))])
    for type in [TwoFaced.self, Legacy.self, Reference.self, Shape.self, [Point].self] as [Any.Type] {
      #expect(AttributeCodec.of(type)?.type == .encoded, "\(type)")
    }
  }

  @Test("a type that is neither scalar nor Codable has no codec")
  func unstorable() {
    #expect(AttributeCodec.of((Int, Int).self) == nil)
    #expect(AttributeCodec.of(Int??.self) == nil)
    #expect(AttributeCodec.of(AttributeCodec.self) == nil)
  }

  @Test("a stored value of another type is an error that names both types")
  func errors() throws {
    let codec = try #require(AttributeCodec.of(Size.self))
    #expect(throws: AttributeCodecError.notStoredA(type: "Size", found: .text("huge"))) {
      try codec.decode([.text("huge")])
    }
    #expect(throws: AttributeCodecError.notA(type: "Size", found: "Int")) { try codec.encode(5) }
    #expect(throws: AttributeCodecError.columnCount(type: "Size", expected: 1, found: 0)) { try codec.decode([]) }
    #expect(
      AttributeCodecError.notStoredA(type: "Size", found: .text("huge")).message
        == "the store contains the text 'huge', which is not a Size")
  }
}
