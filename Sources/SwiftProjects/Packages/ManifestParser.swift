/// Reads the expressions and statements of a `Package.swift`.
struct ManifestParser {
  private static let deepest = 64

  let tokens: [ManifestToken]
  var position: Int

  private var peek: ManifestToken? { position < tokens.count ? tokens[position] : nil }
  private var line: Int { peek?.line ?? tokens.last?.line ?? 1 }

  /// Reads one expression, with the operators that follow on its line or join it to the next.
  mutating func expression(depth: Int = 0) -> ManifestExpression {
    let start = line
    guard depth < Self.deepest else {
      skipToEnd()
      return .computed(line: start)
    }
    var parts = [primary(depth: depth)]
    while isMark("+") {
      position += 1
      parts.append(primary(depth: depth))
    }
    if !isAtEnd {
      let (rest, restLine) = (position, line)
      skipToEnd()
      // After a call on the last summand, such as `+ names.map { … }`, the others are still literals. After an operator
      // such as `?` or `==`, they may be part of a condition.
      let operators: Set<String> = ["?", "=", "<", ">", "&", "|", "!"]
      guard parts.count > 1,
        !tokens[rest..<position].contains(where: { $0.kind == .mark && operators.contains($0.text) })
      else { return .computed(line: start) }
      parts[parts.count - 1] = .computed(line: restLine)
    }
    return parts.count == 1 ? parts[0] : .sum(parts)
  }

  private mutating func primary(depth: Int) -> ManifestExpression {
    guard let token = peek else { return .computed(line: line) }
    switch token.kind {
    case .text:
      position += 1
      return .text(token.text)
    case .mark where token.text == "[": return array(depth: depth)
    case .mark where token.text == ".": return call(depth: depth)
    case .name: return call(depth: depth)
    default:
      skipToEnd()
      return .computed(line: token.line)
    }
  }

  private mutating func array(depth: Int) -> ManifestExpression {
    let start = line
    position += 1
    var elements: [ManifestExpression] = []
    while let token = peek, !token.isMark("]") {
      let before = position
      elements.append(expression(depth: depth + 1))
      if isMark(",") || position == before { position += 1 }
    }
    let isClosed = isMark("]")
    position += 1
    return isClosed ? .array(elements) : .computed(line: start)
  }

  private mutating func call(depth: Int) -> ManifestExpression {
    let start = line
    let isMember = isMark(".")
    var names: [String] = []
    if isMember { position += 1 }
    while let token = peek, token.kind == .name {
      names.append(token.text)
      position += 1
      guard isMark("."), position + 1 < tokens.count, tokens[position + 1].kind == .name else { break }
      position += 1
    }
    guard let name = names.last else { return .computed(line: start) }
    if isMark("(") { return .call(name: name, arguments: arguments(depth: depth), line: start) }
    return isMember || names.count > 1
      ? .call(name: name, arguments: [], line: start) : .constant(name, line: start)
  }

  private mutating func arguments(depth: Int) -> [ManifestArgument] {
    position += 1
    var result: [ManifestArgument] = []
    while let token = peek, !token.isMark(")") {
      let before = position
      var label: String?
      if token.kind == .name, position + 1 < tokens.count, tokens[position + 1].isMark(":") {
        label = token.text
        position += 2
      }
      result.append(ManifestArgument(label: label, value: expression(depth: depth + 1), line: token.line))
      if isMark(",") || position == before { position += 1 }
    }
    position += 1
    return result
  }

  func isMark(_ mark: String) -> Bool { peek?.isMark(mark) ?? false }

  /// Whether an expression can end here: at a separator, a closing bracket, the end, or on a new line that cannot
  /// continue it.
  private var isAtEnd: Bool {
    guard let token = peek else { return true }
    if token.kind == .mark, [",", ")", "]", "}", ";"].contains(token.text) { return true }
    guard position > 0, token.line > tokens[position - 1].line else { return false }
    return token.kind != .mark || token.text == "}" || token.text == "@"
  }

  /// Skips what is left of an expression.
  private mutating func skipToEnd() {
    var depth = 0
    while let token = peek {
      if depth == 0, isAtEnd { return }
      if token.kind == .mark, ["(", "[", "{"].contains(token.text) { depth += 1 }
      if token.kind == .mark, [")", "]", "}"].contains(token.text) { depth -= 1 }
      position += 1
    }
  }
}
