/// Why a value cannot be stored, or what is stored not be read as one.
enum AttributeCodecError: Error, Hashable {
  /// A value is of another type than its attribute.
  case notA(type: String, found: String)
  /// A column does not hold a value of the type.
  case notStoredA(type: String, found: StoredValue)
  /// A value's encoder writes what its decoder does not read.
  case unknownPart(type: String, part: String)
  /// A value's coding asks for what columns do not have, such as an unkeyed container.
  case noColumns(type: String)
  case columnCount(type: String, expected: Int, found: Int)
}

extension AttributeCodecError: CustomStringConvertible {
  var message: String {
    switch self {
    case .notA(let type, let found): "a value of \(found) is not a \(type)"
    case .notStoredA(let type, let found): "the store holds \(found.phrase), which is not a \(type)"
    case .unknownPart(let type, let part): "\(type) encodes '\(part)', which it does not decode"
    case .noColumns(let type): "the coding of \(type) does not go with its columns"
    case .columnCount(let type, let expected, let found): "a \(type) has \(expected) columns, not \(found)"
    }
  }

  var hint: String {
    switch self {
    case .notA, .columnCount: "declare the property with the type its values have"
    case .notStoredA(let type, _): "store a \(type) there, or declare the property as what the store holds"
    case .unknownPart(let type, _), .noColumns(let type):
      "make init(from:) and encode(to:) of \(type) read and write the same keys, each time"
    }
  }

  var description: String { "\(message) (\(hint))" }
}

extension StoredValue {
  /// What it is, in a few words.
  var phrase: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "the integer \(value)"
    case .real(let value): "the real number \(value)"
    case .text(let value): value.count > 40 ? "the text '\(value.prefix(40))…'" : "the text '\(value)'"
    case .blob(let value): "a BLOB of \(value.count) bytes"
    }
  }
}
