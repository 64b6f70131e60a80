import SwiftBasicFormat
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder

/// The source text of an expression, the same however it is laid out: two versions of a model that differ in spaces, line
/// breaks or comments declare the same default.
func canonicalText(of expression: ExprSyntax) -> String {
  let bare = TriviaRemover(viewMode: .sourceAccurate).rewrite(expression)
  return bare.formatted(using: BasicFormat(indentationWidth: [])).trimmedDescription
    .split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }.joined(separator: "\n")
}

private final class TriviaRemover: SyntaxRewriter {
  override func visit(_ token: TokenSyntax) -> TokenSyntax {
    token.with(\.leadingTrivia, []).with(\.trailingTrivia, [])
  }

  /// The indentation of a multi-line string is neither its content nor lost without harm.
  override func visit(_ node: StringLiteralExprSyntax) -> ExprSyntax {
    guard node.openingQuote.tokenKind == .multilineStringQuote else { return super.visit(node) }
    return node.representedLiteralValue.map { "\(raw: quoted($0))" } ?? ExprSyntax(node)
  }
}

/// A string literal of the text.
func quoted(_ text: String) -> String {
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
