internal import SwiftBasicFormat
internal import SwiftParser
package import SwiftSyntax

/// The source text of an expression in a canonical layout. Two versions of a model that differ only in spaces, line
/// breaks or comments declare the same default.
package func canonicalText(of expression: ExprSyntax) -> String {
  let text = expression.trimmedDescription
  // Most defaults are such as `0`, `nil`, `.red` or `UUID()`. The layout would take longer than all else.
  if text.utf8.allSatisfy(isPlain), !text.contains("..") { return text }
  // The time of the layout grows with the square of the number of tokens.
  let tokens = expression.tokens(viewMode: .sourceAccurate)
  if tokens.dropFirst(mostTokens).first(where: { _ in true }) != nil {
    return tokens.map(\.text).joined(separator: " ")
  }
  let bare = TriviaRemover(viewMode: .sourceAccurate).rewrite(expression)
  return bare.formatted(using: BasicFormat(indentationWidth: [])).trimmedDescription
    .split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }.joined(separator: "\n")
}

/// The number of tokens in the largest expression that gets a layout; a longer one has a space between its tokens.
private let mostTokens = 1000

/// Whether a character belongs to a name or a number, or is one next to which the layout has no space.
private func isPlain(_ byte: UInt8) -> Bool {
  let character = Unicode.Scalar(byte)
  return byte < 0x80 && (isNameScalar(character) || "_.()[]\"".unicodeScalars.contains(character))
}

private final class TriviaRemover: SyntaxRewriter {
  override func visit(_ token: TokenSyntax) -> TokenSyntax {
    token.with(\.leadingTrivia, []).with(\.trailingTrivia, [])
  }

  /// Converts a multi-line string, whose indentation is not part of its content but must not be removed naively.
  override func visit(_ node: StringLiteralExprSyntax) -> ExprSyntax {
    guard node.openingQuote.tokenKind == .multilineStringQuote else { return super.visit(node) }
    if let value = node.representedLiteralValue {
      return ExprSyntax(DeclReferenceExprSyntax(baseName: .identifier(quoted(value))))
    }
    // With interpolations, the text is kept without its indentation, in one line that is not formatted again.
    let lines = node.trimmedDescription.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let indentation = lines.last.map { $0.prefix(while: \.isWhitespace) } ?? ""
    let text = lines.map { $0.hasPrefix(indentation) ? $0.dropFirst(indentation.count) : $0 }.joined(separator: "\\n")
    return ExprSyntax(DeclReferenceExprSyntax(baseName: .identifier(text)))
  }
}

/// A string literal with the text as its value.
package func quoted(_ text: String) -> String {
  var literal = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": literal += "\\\(scalar)"
    case "\n": literal += "\\n"
    case "\t": literal += "\\t"
    case "\r": literal += "\\r"
    case _ where scalar.value < 0x20: literal += "\\u{\(String(scalar.value, radix: 16))}"
    default: literal.unicodeScalars.append(scalar)
    }
  }
  return literal + "\""
}

/// Whether the scalar is an ASCII letter or digit.
package func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
  scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
}
