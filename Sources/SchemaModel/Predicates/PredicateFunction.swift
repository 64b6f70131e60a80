import Foundation
import GRDB

/// SQL functions for operations that SQLite lacks or defines differently from Swift. They are added to each connection.
enum PredicateFunction: String, CaseIterable {
  /// Whether a text contains another text, compared by characters.
  case contains = "schemamodel_contains"
  /// Whether a text begins with another text, compared by characters.
  case starts = "schemamodel_starts"
  /// Whether a text contains another text regardless of case, diacritics and width, in the process's locale.
  case search = "schemamodel_search"
  /// Compares texts regardless of case: -1, 0 or 1.
  case compareWithoutCase = "schemamodel_compare_nocase"
  /// Compares texts in the process's locale: -1, 0 or 1.
  case compareInLocale = "schemamodel_compare_locale"
  /// The number of characters of a text.
  case count = "schemamodel_count"
  /// Converts the value of a DECIMAL column to a BLOB. The BLOBs sort in the order of the numbers.
  case decimalOrder = "schemamodel_decimal"

  static func add(to database: Database) {
    for function in allCases { database.add(function: function.implementation) }
    for collation in TextCollation.allCases { database.add(collation: collation.implementation) }
  }

  func call(_ arguments: SQLFragment...) -> SQLFragment {
    let arguments = self == .decimalOrder ? arguments : arguments.map { "CAST(" + $0 + " AS BLOB)" }
    return "\(rawValue)(" + arguments.dropFirst().reduce(arguments[0]) { $0 + ", " + $1 } + ")"
  }

  private var implementation: DatabaseFunction {
    switch self {
    case .contains: Self.onTexts(rawValue) { Self.contains($0, $1) }
    case .starts: Self.onTexts(rawValue) { $0.starts(with: $1) }
    case .search: Self.onTexts(rawValue) { TextComparison.contains($0, $1) }
    case .compareWithoutCase: Self.onTexts(rawValue) { $0.caseInsensitiveCompare($1).rawValue }
    case .compareInLocale: Self.onTexts(rawValue) { $0.localizedCompare($1).rawValue }
    case .count: DatabaseFunction(rawValue, argumentCount: 1, pure: true) { Self.text($0[0])?.count }
    case .decimalOrder:
      DatabaseFunction(rawValue, argumentCount: 1, pure: true) { arguments in
        let stored = StoredValue(arguments[0])
        guard !stored.isNull, let number = Decimal(storedValue: stored) else { return nil }
        return Self.order(of: number)
      }
    }
  }

  private static func onTexts<Value: DatabaseValueConvertible & SendableMetatype>(
    _ name: String, _ test: @escaping @Sendable (String, String) -> Value
  ) -> DatabaseFunction {
    DatabaseFunction(name, argumentCount: 2, pure: true) { arguments in
      guard let text = Self.text(arguments[0]), let other = Self.text(arguments[1]) else { return nil }
      return test(text, other)
    }
  }

  /// Texts are passed as BLOBs, because a text value ends at its first zero byte.
  private static func text(_ value: DatabaseValue) -> String? {
    Data.fromDatabaseValue(value).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls the overload that the evaluation of a predicate uses, which only knows that both are collections.
  private static func contains<Base: Collection, Other: Collection>(_ base: Base, _ other: Other) -> Bool
  where Base.Element: Equatable, Base.Element == Other.Element {
    base.contains(other)
  }

  /// The sign, the power of ten of the first digit, the digits, and a zero byte, which is not a digit. For a negative
  /// number all bits after the sign are inverted.
  static func order(of number: Decimal) -> Data {
    let text = number.magnitude.description
    let whole = text.prefix { $0 != "." }.drop { $0 == "0" }
    let fraction = text.drop { $0 != "." }.dropFirst()
    let zeros = fraction.prefix { $0 == "0" }.count
    let digits = (whole.isEmpty ? String(fraction.dropFirst(zeros)) : String(whole + fraction)).utf8
    let significant = digits.reversed().drop { $0 == UInt8(ascii: "0") }.reversed()
    guard !significant.isEmpty else { return Data([1]) }
    let power = UInt16(bitPattern: Int16(whole.isEmpty ? -zeros : whole.count)) ^ 0x8000
    let key = [UInt8(power >> 8), UInt8(power & 0xFF)] + significant + [0]
    return number < 0 ? Data([0] + key.map { ~$0 }) : Data([2] + key)
  }
}

/// Orders of texts that SQLite lacks. They are added to each connection.
enum TextCollation: String, CaseIterable {
  /// The order of ``LocalizedComparator/localizedStandard``. Core Data's name for it is `NSCollateFinderlike`.
  case localizedStandard = "schemamodel_localizedstandard"
  /// The order of ``LocalizedComparator/localized``. Core Data's name for it is `NSCollateLocaleSensitive`.
  case localized = "schemamodel_localized"
  /// Swift's own order, in which texts that differ only in their Unicode composition are equal. It is that of the UTF-8
  /// bytes for texts in Unicode's normal form C.
  case unicode = "schemamodel_unicode"

  init(_ comparator: LocalizedComparator) { self = comparator.rule == .standard ? .localizedStandard : .localized }

  fileprivate var implementation: DatabaseCollation {
    switch self {
    case .localizedStandard: DatabaseCollation(rawValue) { LocalizedComparator.localizedStandard.compare($0, $1) }
    case .localized: DatabaseCollation(rawValue) { LocalizedComparator.localized.compare($0, $1) }
    case .unicode:
      DatabaseCollation(rawValue) { $0 == $1 ? .orderedSame : $0 < $1 ? .orderedAscending : .orderedDescending }
    }
  }
}
