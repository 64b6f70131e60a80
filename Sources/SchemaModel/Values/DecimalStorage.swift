public import EntityModel
public import Foundation

/// Stored as a SQLite number if that represents the decimal exactly: as an integer, or as the real number whose
/// shortest text equals the decimal, which is true of all decimals with up to 15 digits. Any other decimal is stored as
/// text with the suffix `m`, because the affinity of a DECIMAL column would otherwise round it.
///
/// Equal decimals have equal representations, so SQLite can test equality and uniqueness. SQLite's order differs from
/// Swift's, because all texts sort after all numbers.
///
/// https://www.sqlite.org/datatype3.html#type_affinity
extension Decimal: PersistentScalar {
  /// The Core Data attribute type.
  public static var attributeType: DeclaredModel.AttributeType { .decimal }

  /// The stored value.
  public var storedValue: StoredValue {
    guard !isNaN else { return .null }
    let text = description
    if let integer = Int64(text) { return .integer(integer) }
    if let real = Double(text), Decimal(string: real.description) == self { return .real(real) }
    return .text(Self.withoutTrailingZeros(text) + "m")
  }

  /// Reads a stored value. NULL is read as NaN if the property is not optional.
  public init?(storedValue: StoredValue) {
    switch storedValue {
    case .null: self = .nan
    case .integer(let value): self.init(value)
    case .real(let value): self.init(string: value.description)
    case .text(let text):
      guard text.hasSuffix("m") else { return nil }
      self.init(string: String(text.dropLast()))
    case .blob: return nil
    }
  }

  private static func withoutTrailingZeros(_ text: String) -> String {
    guard text.contains(".") else { return text }
    return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
  }
}
