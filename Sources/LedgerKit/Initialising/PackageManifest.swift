/// What a `Package.swift` says in plain words. It is a program, and is not run.
///
/// https://docs.swift.org/package-manager/PackageDescription/PackageDescription.html
struct PackageManifest {
  /// Without comments.
  private let text: Substring

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    self.text =
      lines.map { line in line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line }
      .joined(separator: "\n")[...]
  }

  /// Whether `name` stands in quotes in it.
  func mentions(_ name: String) -> Bool { text.contains("\"\(name)\"") }

  /// The product of the first executable target that depends on `library`; nil for none. A target without a product of
  /// its own has one of its name.
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

  /// What stands between the brackets of each call.
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
