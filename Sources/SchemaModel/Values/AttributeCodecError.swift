/// An error from encoding or decoding a value.
enum AttributeCodecError: Error, Hashable {
  /// The type of a value differs from the type of its attribute.
  case notA(type: String, found: String)
  /// A column does not contain a value of the type.
  case notStoredA(type: String, found: StoredValue)
  /// The encoder of a type writes a key that its decoder does not read.
  case unknownPart(type: String, part: String)
  /// The coding of a type requires a container that columns cannot represent, such as an unkeyed one.
  case noColumns(type: String)
  case columnCount(type: String, expected: Int, found: Int)
}

extension AttributeCodecError: CustomStringConvertible {
  var message: String {
    switch self {
    case .notA(let type, let found): "a value of type \(found) is not a \(type)"
    case .notStoredA(let type, let found): "the store contains \(found.phrase), which is not a \(type)"
    case .unknownPart(let type, let part): "\(type) encodes '\(part)', but does not decode it"
    case .noColumns(let type): "the coding of \(type) does not match its columns"
    case .columnCount(let type, let expected, let found): "a \(type) has \(expected) columns, not \(found)"
    }
  }

  var hint: String {
    switch self {
    case .notA, .columnCount: "declare the property with the type of its values"
    case .notStoredA(let type, _):
      "store a \(type) there, or declare the property with the type that the store contains"
    case .unknownPart(let type, _), .noColumns(let type):
      "init(from:) and encode(to:) of \(type) must always read and write the same keys"
    }
  }

  var description: String { "\(message) (\(hint))" }
}

extension StoredValue {
  /// A short description of the value.
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
