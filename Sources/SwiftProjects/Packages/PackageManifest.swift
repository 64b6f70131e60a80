/// What a `Package.swift` says with literals, and what it computes.
struct PackageManifest {
  private(set) var name: String?
  /// The calls that make targets, such as `.target(name: "A")`.
  private(set) var targets: [ManifestExpression] = []
  private(set) var products: [ManifestExpression] = []
  private(set) var problems: [ProjectProblem] = []
  /// `// swift-tools-version: 5.9`
  let toolsVersion: [Int]

  private let path: String
  private var constants: [String: ManifestExpression] = [:]
  private var assigned: Set<String> = []

  /// Reads the package declared at the top level, and what top-level statements add to it.
  ///
  /// - Throws: `PropertyListError` if the file ends in a text or comment, or has merge markers.
  init(_ bytes: [UInt8], path: String) throws(PropertyListError) {
    self.path = path
    toolsVersion = Self.toolsVersion(in: bytes)
    let tokens = try ManifestTokens.split(bytes)
    readConstants(tokens)
    readPackage(tokens)
  }

  private static func toolsVersion(in bytes: [UInt8]) -> [Int] {
    // SwiftPM looks for it in the first line that is not blank.
    let line = bytes.split(separator: UInt8(ascii: "\n")).first { $0.contains { $0 > UInt8(ascii: " ") } } ?? []
    guard let mark = String(decoding: line, as: UTF8.self).split(separator: "swift-tools-version:").last else {
      return []
    }
    let version = mark.drop { $0 == " " }.prefix { $0.isNumber || $0 == "." }
    return version.split(separator: ".").compactMap { Int($0) }
  }

  /// `let name = …` at the top level, outside of conditions.
  private mutating func readConstants(_ tokens: [ManifestToken]) {
    for index in TopLevel.positions(in: tokens) {
      let token = tokens[index]
      guard token.kind == .name, index + 1 < tokens.count, tokens[index + 1].kind == .name else {
        noteAssignment(at: index, in: tokens)
        continue
      }
      guard token.text == "let" || token.text == "var" else { continue }
      let name = tokens[index + 1].text
      guard let start = Self.afterEquals(from: index + 2, in: tokens) else { continue }
      var parser = ManifestParser(tokens: tokens, position: start)
      if constants.updateValue(parser.expression(), forKey: name) != nil { assigned.insert(name) }
    }
  }

  /// `name += …`, `name.append(…)`, `name = …`: the constant is a variable.
  private mutating func noteAssignment(at index: Int, in tokens: [ManifestToken]) {
    guard tokens[index].kind == .name, index + 2 < tokens.count else { return }
    let next = tokens[index + 1]
    let appends = next.isMark(".") && ["append", "insert", "removeAll"].contains(tokens[index + 2].text)
    if next.isMark("=") || (next.isMark("+") && tokens[index + 2].isMark("=")) || appends {
      assigned.insert(tokens[index].text)
    }
  }

  private static func afterEquals(from start: Int, in tokens: [ManifestToken]) -> Int? {
    var index = start
    // The type between: `: [Target.Dependency]`.
    while index < tokens.count, index < start + 24 {
      if tokens[index].isMark("=") { return index + 1 }
      if tokens[index].isMark("{") { return nil }
      index += 1
    }
    return nil
  }

  private mutating func readPackage(_ tokens: [ManifestToken]) {
    var found = false
    for (index, token) in tokens.enumerated() where token.kind == .name && index + 1 < tokens.count {
      if token.text == "Package", tokens[index + 1].isMark("("), !(index > 0 && tokens[index - 1].isMark(".")) {
        var parser = ManifestParser(tokens: tokens, position: index)
        guard case .call(_, let arguments, let line) = parser.expression() else { continue }
        if found { problems.append(ProjectProblem(path: path, line: line, reason: .conditional("Package"))) }
        if !found { read(arguments) }
        found = true
      } else if tokens[index...].prefix(3).map(\.text) == ["package", ".", "targets"] {
        readAddition(at: index, in: tokens)
      }
    }
    if !found { problems.append(ProjectProblem(path: path, line: nil, reason: .computed("Package"))) }
  }

  private mutating func read(_ arguments: [ManifestArgument]) {
    for argument in arguments {
      switch argument.label {
      case "name": name = text(argument.value)
      case "targets": targets += elements(argument.value, of: "targets", line: argument.line)
      case "products": products += elements(argument.value, of: "products", line: argument.line)
      default: break
      }
    }
  }

  /// `package.targets += […]` and `package.targets.append(…)`.
  private mutating func readAddition(at index: Int, in tokens: [ManifestToken]) {
    let line = tokens[index].line
    let rest = tokens[(index + 3)...].prefix(2).map(\.text)
    guard rest == ["+", "="] || rest == [".", "append"] else { return }
    guard TopLevel.positions(in: tokens).contains(index) else {
      return problems.append(ProjectProblem(path: path, line: line, reason: .conditional("package.targets")))
    }
    var parser = ManifestParser(tokens: tokens, position: index + (rest == ["+", "="] ? 5 : 4))
    let value = parser.expression()
    if case .call(_, let arguments, _) = value, let first = arguments.first {
      targets += first.label == nil ? [first.value] : elements(first.value, of: "targets", line: line)
    } else {
      targets += elements(value, of: "targets", line: line)
    }
  }

  /// The elements of an array, through constants and sums; what is computed is reported.
  mutating func elements(_ value: ManifestExpression, of part: String, line: Int) -> [ManifestExpression] {
    switch resolved(value) {
    case .array(let elements): return elements.map(resolved)
    case .sum(let parts): return parts.flatMap { elements($0, of: part, line: line) }
    case .computed(let line), .constant(_, let line), .call(_, _, let line):
      report(.computed(part), at: line)
    case .text: report(.computed(part), at: line)
    }
    return []
  }

  func text(_ value: ManifestExpression) -> String? {
    if case .text(let text) = resolved(value) { text } else { nil }
  }

  mutating func report(_ reason: ProjectProblem.Reason, at line: Int) {
    problems.append(ProjectProblem(path: path, line: line, reason: reason))
  }

  private func resolved(_ value: ManifestExpression) -> ManifestExpression {
    var value = value
    // A constant may name another; a cycle does not compile.
    for _ in 0..<8 {
      guard case .constant(let name, let line) = value else { break }
      guard let next = constants[name], !assigned.contains(name) else { return .computed(line: line) }
      value = next
    }
    return value
  }
}
