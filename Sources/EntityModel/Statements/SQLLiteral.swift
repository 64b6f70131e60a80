/// A literal value in SQL.
///
/// https://www.sqlite.org/lang_expr.html#literal_values_constants_
public enum SQLLiteral: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// The SQL text, which SQLite evaluates to the same value. NaN has no literal and becomes NULL, as in a column; an
  /// infinity is written as a number that overflows.
  public var sql: String {
    switch self {
    case .null: "NULL"
    case .integer(.min): "(-9223372036854775807 - 1)"
    case .integer(let value): String(value)
    case .real(let value) where value.isNaN: "NULL"
    case .real(let value) where value.isInfinite: value < 0 ? "-9e999" : "9e999"
    case .real(let value): String(value)
    case .text(let value) where value.utf8.contains(0): "CAST(\(Self.hexadecimal(Array(value.utf8))) AS TEXT)"
    case .text(let value): value.quoted(with: "'")
    case .blob(let bytes): Self.hexadecimal(bytes)
    }
  }

  /// A string literal ends at a NUL character; a blob literal does not contain any.
  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "X'\(String(decoding: text, as: UTF8.self))'"
  }
}

extension String {
  /// The text in quotation marks; quotation marks in the text are doubled.
  func quoted(with quote: Character = "\"") -> String {
    "\(quote)\(split(separator: quote, omittingEmptySubsequences: false).joined(separator: "\(quote)\(quote)"))\(quote)"
  }
}
