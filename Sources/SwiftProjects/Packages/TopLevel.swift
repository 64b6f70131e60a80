/// The statements of a manifest that always run.
enum TopLevel {
  /// The positions of tokens outside of brackets and of `#if`.
  static func positions(in tokens: [ManifestToken]) -> [Int] {
    var depth = 0
    var conditions = 0
    var result: [Int] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .mark where ["(", "[", "{"].contains(token.text): depth += 1
      case .mark where [")", "]", "}"].contains(token.text): depth -= 1
      case .directive where token.text == "if": conditions += 1
      case .directive where token.text == "endif": conditions -= 1
      default: if depth == 0, conditions == 0 { result.append(index) }
      }
    }
    return result
  }
}
