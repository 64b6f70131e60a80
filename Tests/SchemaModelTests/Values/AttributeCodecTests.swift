import EntityModel
import EntityTestSupport
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
enum Line: Codable, Equatable { case solid, dashed, `default` }
enum Lone: Codable { case only }
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
struct Styled: Codable, Equatable { var line: Line, name: String }
enum Many {
  case c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17,
    c18, c19, c20, c21, c22, c23, c24, c25, c26, c27, c28, c29, c30, c31, c32, c33, c34, c35,
    c36, c37, c38, c39, c40, c41, c42, c43, c44, c45, c46, c47, c48, c49, c50, c51, c52, c53,
    c54, c55, c56, c57, c58, c59, c60, c61, c62, c63, c64, c65, c66, c67, c68, c69, c70, c71,
    c72, c73, c74, c75, c76, c77, c78, c79, c80, c81, c82, c83, c84, c85, c86, c87, c88, c89,
    c90, c91, c92, c93, c94, c95, c96, c97, c98, c99, c100, c101, c102, c103, c104, c105, c106, c107,
    c108, c109, c110, c111, c112, c113, c114, c115, c116, c117, c118, c119, c120, c121, c122, c123, c124, c125,
    c126, c127, c128, c129, c130, c131, c132, c133, c134, c135, c136, c137, c138, c139, c140, c141, c142, c143,
    c144, c145, c146, c147, c148, c149, c150, c151, c152, c153, c154, c155, c156, c157, c158, c159, c160, c161,
    c162, c163, c164, c165, c166, c167, c168, c169, c170, c171, c172, c173, c174, c175, c176, c177, c178, c179,
    c180, c181, c182, c183, c184, c185, c186, c187, c188, c189, c190, c191, c192, c193, c194, c195, c196, c197,
    c198, c199, c200, c201, c202, c203, c204, c205, c206, c207, c208, c209, c210, c211, c212, c213, c214, c215,
    c216, c217, c218, c219, c220, c221, c222, c223, c224, c225, c226, c227, c228, c229, c230, c231, c232, c233,
    c234, c235, c236, c237, c238, c239, c240, c241, c242, c243, c244, c245, c246, c247, c248, c249, c250, c251,
    c252, c253, c254, c255, c256, c257, c258, c259, c260, c261, c262, c263, c264, c265, c266, c267, c268, c269,
    c270, c271, c272, c273, c274, c275, c276, c277, c278, c279, c280, c281, c282, c283, c284, c285, c286, c287,
    c288, c289, c290, c291, c292, c293, c294, c295, c296, c297, c298, c299
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

  @Test("an enumeration without raw values has a column for each case")
  func cases() throws {
    try expectRoundTrip(Line.solid, in: [.text("solid"), .null, .null])
    try expectRoundTrip(Line.default, in: [.null, .null, .text("default")])
    try expectRoundTrip(Optional(Line.dashed), in: [.null, .text("dashed"), .null])
    try expectRoundTrip(Optional<Line>.none, in: [.null, .null, .null])
    try expectRoundTrip(Lone.only, in: [.text("only")])
    try expectRoundTrip(Styled(line: .dashed, name: "a"), in: [.null, .text("dashed"), .null, .text("a")])
    let codec = try #require(AttributeCodec.of(Line.self))
    #expect(codec.type == .enumeration && codec.valueType == "Line" && !codec.isPlain)
    #expect(codec.components.map(\.name) == ["solid", "dashed", "default"])
    #expect(codec.components.allSatisfy { $0.type == .string && $0.isOptional })
    let wrong: [([StoredValue], StoredValue)] = [
      ([.null, .null, .null], .null), ([.text("solid"), .text("dashed"), .null], .text("dashed")),
      ([.text("dashed"), .null, .null], .text("dashed")),
    ]
    for (columns, found) in wrong {
      #expect(throws: AttributeCodecError.notStoredA(type: "Line", found: found)) { try codec.decode(columns) }
    }
  }

  @Test("the cases of an enumeration are known without CaseIterable, however many there are")
  func caseNames() throws {
    let many = try #require(EnumerationCases<Many>())
    #expect(many.names.count == 300 && many.names[299] == "c299")
    #expect(many.index(of: .c299) == 299 && many[299] == .c299 && many[7] == .c7)
    #expect(EnumerationCases<Lone>()?.names == ["only"])
    #expect(EnumerationCases<Size>()?.names == ["small", "large"])
    #expect(EnumerationCases<Shape>() == nil && EnumerationCases<Point>() == nil && EnumerationCases<Never>() == nil)
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
    // An archive by NSKeyedArchiver, which a store of SwiftData contains.
    var archiver = Archiver()
    let root = archiver.add(Data(#"["b","a"]"#.utf8))
    let list = try #require(AttributeCodec.of([String].self))
    #expect(try list.decode([.blob(Data(archiver.bytes(root: root)))]) as? [String] == ["b", "a"])
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
