/// How names and text are written in generated Swift.
enum SwiftText {
  /// Longer lines are broken.
  static let lineLength = 120

  /// Whether a text can be a name. Invisible characters and those that change the direction of text cannot be in one.
  ///
  /// https://www.unicode.org/reports/tr31/#Default_Identifier_Syntax
  static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, !unusable.contains(text) else { return false }
    return (first == "_" || first.properties.isXIDStart)
      && text.unicodeScalars.dropFirst().allSatisfy {
        $0 == "_" || $0.properties.isXIDContinue && !$0.properties.isDefaultIgnorableCodePoint
      }
  }

  /// A name in a declaration or an expression, with backticks if it is a keyword.
  static func identifier(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// A string literal. Everything that is not visible is an escape.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case "\t": literal += "\\t"
      case "\r": literal += "\\r"
      case " ": literal += " "
      case _ where scalar.isVisible: literal.unicodeScalars.append(scalar)
      default: literal += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }

  /// Lines one level deeper.
  static func indented(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? "" : "  " + $0 } }

  /// Names with another meaning after a dot, also in backticks.
  private static let unusable: Set = ["_", "Protocol", "Type", "self"]

  /// The words that the lexer reserves.
  static let keywords: Set = [
    "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func",
    "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
    "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}

extension Unicode.Scalar {
  /// Whether the character is printed by itself.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
      .spaceSeparator, .nonspacingMark, .enclosingMark:
      false
    default: true
    }
  }
}
