public import Foundation

/// Compares texts by the rules of the process's locale, `Locale.current`.
///
/// Foundation has these orders as values of `String.StandardComparator` on Apple's systems only, and gives programs no
/// way to define another. There, `SortDescriptor(\.name)` sorts by ``localizedStandard``. This type provides the same
/// spellings on other systems: `SortDescriptor(\.name, comparator: .localizedStandard)`.
public struct LocalizedComparator: SortComparator, Hashable, Sendable {
  enum Rule: Hashable, Sendable { case standard, plain }

  let rule: Rule
  /// Whether the order is reversed.
  public var order: SortOrder = .forward

  /// The order of file names in Apple's Finder: numbers by their value, letters regardless of case and width.
  public static let localizedStandard = LocalizedComparator(rule: .standard)
  /// The order of the locale.
  public static let localized = LocalizedComparator(rule: .plain)

  /// Compares two texts.
  public func compare(_ one: String, _ other: String) -> ComparisonResult {
    let result = rule == .standard ? one.localizedStandardCompare(other) : one.localizedCompare(other)
    switch (result, order) {
    case (.orderedAscending, .reverse): return .orderedDescending
    case (.orderedDescending, .reverse): return .orderedAscending
    default: return result
    }
  }
}

/// A text that is ordered by ``LocalizedComparator/localizedStandard``.
public struct LocalizedStandardText: Comparable, Sendable {
  let text: String
  /// Whether the order treats the texts as equal.
  public static func == (one: Self, other: Self) -> Bool {
    LocalizedComparator.localizedStandard.compare(one.text, other.text) == .orderedSame
  }
  /// Compares the texts.
  public static func < (one: Self, other: Self) -> Bool {
    LocalizedComparator.localizedStandard.compare(one.text, other.text) == .orderedAscending
  }
}

/// A text that is ordered by ``LocalizedComparator/localized``.
public struct LocalizedText: Comparable, Sendable {
  let text: String
  /// Whether the order treats the texts as equal.
  public static func == (one: Self, other: Self) -> Bool {
    LocalizedComparator.localized.compare(one.text, other.text) == .orderedSame
  }
  /// Compares the texts.
  public static func < (one: Self, other: Self) -> Bool {
    LocalizedComparator.localized.compare(one.text, other.text) == .orderedAscending
  }
}

extension String {
  var localizedStandardText: LocalizedStandardText { LocalizedStandardText(text: self) }
  var localizedText: LocalizedText { LocalizedText(text: self) }
}

extension String? {
  var localizedStandardText: LocalizedStandardText? { map(LocalizedStandardText.init) }
  var localizedText: LocalizedText? { map(LocalizedText.init) }
}

extension LocalizedComparator {
  /// The key path of a text property and its order, if the key path was made by an initializer of `SortDescriptor` for
  /// models.
  ///
  /// - Parameter properties: the key paths of the text properties that the key path may start with.
  static func origin(
    of keyPath: AnyKeyPath, in properties: some Sequence<AnyKeyPath>
  ) -> (property: AnyKeyPath, comparator: LocalizedComparator)? {
    let steps: [(step: AnyKeyPath, comparator: LocalizedComparator)] = [
      (\String.localizedStandardText, .localizedStandard), (\String?.localizedStandardText, .localizedStandard),
      (\String.localizedText, .localized), (\String?.localizedText, .localized),
    ]
    let valueType = type(of: keyPath).valueType
    for (step, comparator) in steps where type(of: step).valueType == valueType {
      if let found = properties.first(where: { $0.appending(path: step) == keyPath }) { return (found, comparator) }
    }
    return nil
  }
}
