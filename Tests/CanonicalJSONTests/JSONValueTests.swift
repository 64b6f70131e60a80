import CanonicalJSON
import TestSupport
import Testing

@Suite("JSON value")
struct JSONValueTests {
  /// RFC 8785, section 3.2.3: the names and their order.
  @Test("members are sorted by UTF-16 code units, as in the RFC's sample")
  func sorting() {
    let value: JSONValue = [
      "\u{20ac}": "Euro Sign", "\r": "Carriage Return", "\u{fb33}": "Hebrew Letter Dalet With Dagesh", "1": "One",
      "\u{1F600}": "Emoji: Grinning Face", "\u{80}": "Control", "\u{f6}": "Latin Small Letter O With Diaeresis",
    ]
    #expect(
      value.canonical == #"{"\r":"Carriage Return","1":"One","\#u{80}":"Control","#
        + #""ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","#
        + #""\#u{fb33}":"Hebrew Letter Dalet With Dagesh"}"#)
  }

  /// RFC 8785, section 3.2.2: the string and the literals of the sample.
  @Test("strings have one spelling, as in the RFC's sample")
  func strings() throws {
    let value = try #require(
      JSONValue(
        parsing: bytes(#"{"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}"#)))
    #expect(
      value.canonical == #"{"literals":[null,true,false],"string":"€$\u000f\nA'B\"\\\\\"/"}"#)
    let controls = String(
      String.UnicodeScalarView((0...0x1F).compactMap(Unicode.Scalar.init) + ["\u{7f}", "\u{2028}"]))
    #expect(
      JSONValue.string(controls).canonical
        == #""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f\u0010\u0011\u0012\u0013\u0014"#
        + #"\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f"# + "\u{7f}\u{2028}\"")
  }

  @Test(
    "canonical text reads back as the same value",
    arguments: [
      #"{"a":[],"b":{},"c":[1,-2,0,9007199254740991],"d":"","e":null,"f":{"g":[[true],[false]]}}"#,
      #"["e\#u{301}","é"]"#, "0", "\"\"", "null",
    ])
  func roundTrip(text: String) throws {
    let value = try #require(JSONValue(parsing: bytes(text)))
    #expect(value.canonical == text)
    #expect(JSONValue(parsing: bytes(value.pretty)) == value)
  }

  @Test(
    "anything but JSON with integers is rejected",
    arguments: [
      "", "{", "{\"a\":1.5}", "{\"a\":1e400}", "nul", "{\"a\":\"\\ud800\"}", "'a'", "[1] [2]",
      "{\"a\":99999999999999999999}", "[1,]", "{\"a\":1,}", "[,1]", "01", "1.", ".5", "+1", "-", "[1 2]", "{\"a\" 1}",
      "{a:1}",
      "\"\\x\"", "\"\u{1}\"", "\"\n\"", "// a\n1", "/* a */ 1", "NaN", "Infinity", "0x1", "True", "\"a", "[\"a\": 1]",
      String(repeating: "[", count: 100_000),
    ])
  func refused(text: String) {
    #expect(JSONValue(parsing: bytes(text)) == nil)
  }

  @Test("numbers that are integers in another spelling are integers, and Booleans are no numbers")
  func spellings() {
    #expect(JSONValue(parsing: bytes("[1.0,1e2,-0,0,1,true,false]")) == [1, 100, 0, 0, 1, true, false])
    let limits = "[9223372036854775807,-9223372036854775808]"
    #expect(JSONValue(parsing: bytes(limits)) == [.number(.max), .number(.min)])
    #expect(JSONValue(parsing: bytes("9223372036854775808")) == nil)
  }

  @Test("bytes that are not UTF-8 are rejected, and so is UTF-16")
  func encodings() {
    #expect(JSONValue(parsing: [0x22, 0xFF, 0x22]) == nil)
    #expect(JSONValue(parsing: [0x22, 0xC3, 0x22]) == nil)
    #expect(JSONValue(parsing: [0x31, 0x00]) == nil)
  }

  @Test("a report may contain fractions")
  func fractions() throws {
    let text = #"{"a":[1.5,-0.25,2,true,null],"b":1000000.5}"#
    let value = try #require(JSONValue(parsing: bytes(text), allowsFractions: true))
    #expect(value == ["a": [.decimal(1.5), .decimal(-0.25), 2, true, .null], "b": .decimal(1_000_000.5)])
    #expect(value.canonical == text)
    #expect(JSONValue(parsing: bytes(#"{"a":1e400}"#), allowsFractions: true) == nil)
  }

  @Test("pretty-printed text is indented and ends with a line feed")
  func pretty() {
    let value: JSONValue = ["list": [1, ["x": true]], "none": [], "nothing": JSONValue(present: ["gone": nil])]
    #expect(
      value.pretty == """
        {
          "list": [
            1,
            {
              "x": true
            }
          ],
          "none": [],
          "nothing": {}
        }

        """)
  }

  @Test(
    "decimals are numbers in any size",
    arguments: [
      (0.25, "0.25"), (0.1234567, "0.123457"), (1e300, "1e+300"), (Double.infinity, "null"), (.nan, "null"),
    ])
  func decimals(value: Double, text: String) {
    #expect(JSONValue.decimal(value).canonical == text)
  }
}
