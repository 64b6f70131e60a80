/// The declarations in a `Package.swift`, found by searching its text. The manifest is a program, and is not run.
///
/// https://docs.swift.org/package-manager/PackageDescription/PackageDescription.html
struct PackageManifest {
  /// The text without comments.
  private let text: Substring

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    self.text =
      lines.map { line in line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line }
      .joined(separator: "\n")[...]
  }

  /// Whether the text contains `name` in quotes.
  func mentions(_ name: String) -> Bool { text.contains("\"\(name)\"") }

  /// The product of the first executable target that depends on `library`, or `nil` if there is none. A target without
  /// an explicit product has a product of its own name.
  func executable(using library: String) -> String? {
    for target in calls(of: ".executableTarget") where target.contains("\"\(library)\"") {
      guard let name = Self.name(in: target) else { continue }
      let product = calls(of: ".executable").first { $0.contains("\"\(name)\"") }
      return product.flatMap(Self.name) ?? name
    }
    return nil
  }

  private static func name(in arguments: Substring) -> String? {
    arguments.firstMatch(of: /name\s*:\s*"([^"]+)"/).map { String($0.1) }
  }

  /// The text between the parentheses of each call.
  private func calls(of function: String) -> [Substring] {
    text.ranges(of: function + "(").compactMap { range in
      var depth = 1
      let rest = text[range.upperBound...]
      let end = rest.firstIndex { character in
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        return depth == 0
      }
      return end.map { rest[..<$0] }
    }
  }
}
