public import EntityModel
public import Foundation

/// A number where SQLite's numbers hold it exactly: an integer, or the real number whose shortest text it is, which is so
/// for all with up to 15 digits. Any other one is its text with an `m` behind it, without which the affinity of a
/// DECIMAL column would round it.
///
/// Equal values are stored alike, so that equality and uniqueness are SQLite's. Its order is not: all texts come after
/// all numbers.
///
/// https://www.sqlite.org/datatype3.html#type_affinity
extension Decimal: PersistentScalar {
  /// Core Data's type of the attribute.
  public static var attributeType: DeclaredModel.AttributeType { .decimal }

  /// What the column holds for it.
  public var storedValue: StoredValue {
    guard !isNaN else { return .null }
    let text = description
    if let integer = Int64(text) { return .integer(integer) }
    if let real = Double(text), Decimal(string: real.description) == self { return .real(real) }
    return .text(Self.withoutTrailingZeros(text) + "m")
  }

  /// Null is read as NaN, where nil cannot be meant.
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
