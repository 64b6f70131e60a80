public import Foundation

#if canImport(Darwin)
  extension String.StandardComparator {
    /// The collation of an order of the process's locale.
    var localizedCollation: TextCollation? {
      if self == String.StandardComparator(.localizedStandard, order: order) { return .localizedStandard }
      return self == String.StandardComparator(.localized, order: order) ? .localized : nil
    }
  }
#else
  /// Functions on texts that `#Predicate` accepts everywhere, but that Foundation implements on Apple's systems only.
  /// The names of types and functions are those of Apple's Foundation, because the macro generates calls of them.
  extension PredicateExpressions {
    /// Whether a text contains another: `text.localizedStandardContains(other)`.
    ///
    /// The search ignores case, diacritics and width, in the process's locale, as Core Data does in SQL:
    /// `NSCoreDataStringSearch(column, ?, 417, 1)`, where 417 is 1 (case) + 32 (locale) + 128 (diacritics) + 256
    /// (width). The call was seen in the logs of several public apps. Whether Core Data finds an empty text is not measured;
    /// here nothing contains it.
    public struct StringLocalizedStandardContains<Root: PredicateExpression, Other: PredicateExpression>:
      PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
      /// The text to search.
      public let root: Root
      /// The text to find.
      public let other: Other

      /// Creates the expression.
      public init(root: Root, other: Other) {
        self.root = root
        self.other = other
      }

      /// Evaluates the expression.
      public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        TextComparison.contains(String(try root.evaluate(bindings)), String(try other.evaluate(bindings)))
      }
    }

    /// Compares texts regardless of case: `text.caseInsensitiveCompare(other)`.
    public struct StringCaseInsensitiveCompare<Root: PredicateExpression, Other: PredicateExpression>:
      PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
      /// The first text.
      public let root: Root
      /// The second text.
      public let other: Other

      /// Creates the expression.
      public init(root: Root, other: Other) {
        self.root = root
        self.other = other
      }

      /// Evaluates the expression.
      public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
        String(try root.evaluate(bindings)).caseInsensitiveCompare(String(try other.evaluate(bindings)))
      }
    }

    /// Compares texts in the process's locale: `text.localizedCompare(other)`.
    public struct StringLocalizedCompare<Root: PredicateExpression, Other: PredicateExpression>: PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
      /// The first text.
      public let root: Root
      /// The second text.
      public let other: Other

      /// Creates the expression.
      public init(root: Root, other: Other) {
        self.root = root
        self.other = other
      }

      /// Evaluates the expression.
      public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
        String(try root.evaluate(bindings)).localizedCompare(String(try other.evaluate(bindings)))
      }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Creates `root.localizedStandardContains(other)`.
    public static func build_localizedStandardContains<Root, Other>(
      _ root: Root, _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> {
      StringLocalizedStandardContains(root: root, other: other)
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Creates `root.caseInsensitiveCompare(other)`.
    public static func build_caseInsensitiveCompare<Root, Other>(
      _ root: Root, _ other: Other
    ) -> StringCaseInsensitiveCompare<Root, Other> {
      StringCaseInsensitiveCompare(root: root, other: other)
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Creates `root.localizedCompare(other)`.
    public static func build_localizedCompare<Root, Other>(
      _ root: Root, _ other: Other
    ) -> StringLocalizedCompare<Root, Other> {
      StringLocalizedCompare(root: root, other: other)
    }
  }

  extension PredicateExpressions.StringLocalizedStandardContains: Codable where Root: Codable, Other: Codable {}
  extension PredicateExpressions.StringLocalizedStandardContains: Sendable where Root: Sendable, Other: Sendable {}
  extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
  where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

  extension PredicateExpressions.StringCaseInsensitiveCompare: Codable where Root: Codable, Other: Codable {}
  extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable where Root: Sendable, Other: Sendable {}
  extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
  where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

  extension PredicateExpressions.StringLocalizedCompare: Codable where Root: Codable, Other: Codable {}
  extension PredicateExpressions.StringLocalizedCompare: Sendable where Root: Sendable, Other: Sendable {}
  extension PredicateExpressions.StringLocalizedCompare: StandardPredicateExpression
  where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

  extension String.StandardComparator {
    /// The collation of an order of the process's locale, of which Foundation has none here.
    var localizedCollation: TextCollation? { nil }
    /// The order of file names in Apple's Finder, in the process's locale.
    public static var localizedStandard: LocalizedComparator { .localizedStandard }
    /// The order of the process's locale.
    public static var localized: LocalizedComparator { .localized }
  }

  extension URL {
    /// The folder for a program's data files: `~/.local/share`, or `XDG_DATA_HOME`.
    public static var applicationSupportDirectory: URL {
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        ?? FileManager.default.temporaryDirectory
    }

    /// The user's documents folder.
    public static var documentsDirectory: URL {
      FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first
        ?? FileManager.default.temporaryDirectory
    }
  }
#endif

/// The comparisons of texts that both SQL functions and predicates use.
enum TextComparison {
  /// Whether a text contains another regardless of case, diacritics and width.
  static func contains(_ text: String, _ other: String) -> Bool {
    #if canImport(Darwin)
      // A predicate calls this function there.
      text.localizedStandardContains(other)
    #else
      text.range(
        of: other, options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: .current) != nil
    #endif
  }
}
