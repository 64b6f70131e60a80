/// The rows of a fixture that is made from a frozen version. A frozen version itself has none.
public struct FrozenRows: Sendable, Hashable {
  /// The number of objects of each model.
  let count: Int
  /// The values of some properties, by `Model.property`.
  let values: [String: [FrozenValue]]

  /// No rows.
  public static let none = FrozenRows(count: 0, values: [:])
  /// 40 objects of each model that are designed to break migrations.
  public static let generated = generated(count: 40)

  /// Objects that are designed to break migrations: `nil` in every optional property of some of them; texts that are empty,
  /// long or not ASCII; extreme numbers; relationships to no, one and many objects. The same version always has the same
  /// objects.
  ///
  ///     let store = try fixture(frozen: "1.2.0", rows: .generated(values: ["Lamp.color": ["red", "green"]]))
  ///
  /// - Parameters:
  ///   - count: the number of objects of each model.
  ///   - values: the values of properties, by `Model.property`, which the objects have in turn. A frozen model does not list
  ///     the raw values of an enumeration, so they must be given if the property is required.
  public static func generated(count: Int = 40, values: [String: [FrozenValue]] = [:]) -> FrozenRows {
    FrozenRows(count: max(0, count), values: values)
  }
}

/// A value in a frozen store: of a text or a number, or the raw value of an enumeration.
public enum FrozenValue: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  /// A text.
  case text(String)
  /// An integer.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)

  /// Creates a text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .real(value) }
}

extension FrozenValue: CustomStringConvertible {
  /// The value as a literal, such as `"red"` or `1`.
  public var description: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    }
  }
}
