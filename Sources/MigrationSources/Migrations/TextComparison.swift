/// What a migration tool compares in the files of migrations that a database has already run, and what it does if they
/// differ.
package struct TextComparison: Sendable, Hashable {
  /// What of a text is compared.
  package enum Form: Sendable, Hashable {
    /// Every byte, with the line endings.
    case bytes
    /// The lines, whatever ends them.
    case lines
    /// Everything except white space.
    case visibleCharacters
  }

  package let form: Form
  /// Whether the tool refuses to migrate a database that has run another text.
  package let isRefusal: Bool
  /// What the tool does, as a clause: "sqlx stops with …".
  package let effect: String

  /// The tool refuses to migrate a database that has run another text.
  static func refusal(_ form: Form, _ effect: String) -> TextComparison {
    TextComparison(form: form, isRefusal: true, effect: effect)
  }

  /// The tool reports another text, and migrates the database.
  static func warning(_ form: Form, _ effect: String) -> TextComparison {
    TextComparison(form: form, isRefusal: false, effect: effect)
  }
}

extension TextComparison.Form {
  /// What is compared of a text, if that is not its lines; `nil` if it is.
  func compared(_ text: String) -> String? {
    switch self {
    case .lines: nil
    case .bytes: text.utf8.contains(UInt8(ascii: "\r")) ? text : nil
    case .visibleCharacters: text.filter { !$0.isWhitespace }
    }
  }
}
