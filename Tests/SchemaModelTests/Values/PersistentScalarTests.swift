import EntityModel
import Foundation
import Testing

@testable import SchemaModel

@Suite("PersistentScalar")
struct PersistentScalarTests {
  private func expectRoundTrip<Value: PersistentScalar & Equatable>(
    _ values: Value..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for value in values {
      #expect(Value(storedValue: value.storedValue) == value, sourceLocation: sourceLocation)
    }
  }

  @Test("integers of all widths are read back")
  func integers() {
    expectRoundTrip(Int.min, 0, .max)
    expectRoundTrip(Int8.min, .max)
    expectRoundTrip(Int16.min, .max)
    expectRoundTrip(Int32.min, .max)
    expectRoundTrip(Int64.min, .max)
    expectRoundTrip(UInt.min, .max)
    expectRoundTrip(UInt8.min, .max)
    expectRoundTrip(UInt16.min, .max)
    expectRoundTrip(UInt32.min, .max)
    expectRoundTrip(UInt64.min, .max, 1 << 63)
  }

  @Test("other scalars are read back")
  func others() throws {
    expectRoundTrip(true, false)
    expectRoundTrip(0.0, -1.5, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude)
    expectRoundTrip(Float(0.1), .infinity, .greatestFiniteMagnitude)
    expectRoundTrip("", "a\0b", "e\u{301}", "👨‍👩‍👧")
    expectRoundTrip(Character("é"), "👨‍👩‍👧", "\r\n")
    expectRoundTrip(Date(timeIntervalSinceReferenceDate: 0.1), .distantPast, .distantFuture)
    expectRoundTrip(UUID(), UUID(uuidString: "00000000-0000-0000-0000-0000000000FF") ?? UUID())
    expectRoundTrip(Data(), Data([0, 255]))
    expectRoundTrip(try #require(URL(string: "https://example.com/ä?q=1#f")), URL(filePath: "/a b"))
  }

  @Test("NaN is stored as NULL, and NULL is read as NaN if the value is not optional")
  func nan() throws {
    #expect(Double.nan.storedValue == .null && Float.nan.storedValue == .null && Decimal.nan.storedValue == .null)
    #expect(try #require(Double(storedValue: .null)).isNaN)
    #expect(try #require(Float(storedValue: .null)).isNaN)
    #expect(try #require(Decimal(storedValue: .null)).isNaN)
  }

  @Test("a real number that affinity converted to an integer is read back")
  func affinity() {
    #expect(Double(storedValue: .integer(3)) == 3)
    #expect(Date(storedValue: .integer(3)) == Date(timeIntervalSinceReferenceDate: 3))
    #expect(Decimal(storedValue: .integer(3)) == 3)
  }

  @Test("a value of another type is not converted")
  func others2() {
    #expect(Int(storedValue: .text("1")) == nil && Int(storedValue: .real(1)) == nil && Int(storedValue: .null) == nil)
    #expect(Int8(storedValue: .integer(128)) == nil && UInt8(storedValue: .integer(-1)) == nil)
    #expect(String(storedValue: .integer(1)) == nil && Character(storedValue: .text("ab")) == nil)
    #expect(UUID(storedValue: .blob(Data(count: 15))) == nil && Bool(storedValue: .null) == nil)
    #expect(Date(storedValue: .null) == nil && Data(storedValue: .text("")) == nil)
    #expect(Decimal(storedValue: .text("12")) == nil && Decimal(storedValue: .text("xm")) == nil)
  }

  @Test(
    "decimals are stored as numbers if exact, and as texts otherwise",
    arguments: [
      ("0", .integer(0)), ("1.10", .real(1.1)), ("-19.99", .real(-19.99)), ("9223372036854775807", .integer(.max)),
      ("123456789012.345", .real(123456789012.345)), ("100000000000000000000", .real(1e20)),
      ("0.1234567890123456789", .text("0.1234567890123456789m")),
      ("123456789012345678901234567890.10", .text("123456789012345678901234567890.1m")),
    ] as [(String, StoredValue)])
  func decimals(text: String, stored: StoredValue) throws {
    let value = try #require(Decimal(string: text))
    #expect(value.storedValue == stored)
    #expect(Decimal(storedValue: stored) == value)
  }
}
