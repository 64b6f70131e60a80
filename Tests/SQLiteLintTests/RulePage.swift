import Foundation

/// A page in `Docs/Rules`: its examples are tests.
struct RulePage {
  /// A block of SQL: `before` makes the schema, `bad` and `good` are migrations; `wrapped` says that the tool runs it in a
  /// transaction.
  struct Example: Sendable {
    let words: Set<String>
    let sql: String

    var isWrapped: Bool { words.contains("wrapped") }
  }

  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Docs/Rules")

  /// The codes that have a page, sorted.
  static var codes: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasPrefix("SL") && $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted()
  }

  let text: String
  let examples: [Example]

  init(_ code: String) throws {
    text = try String(contentsOf: Self.folder.appending(path: "\(code).md"), encoding: .utf8)
    examples = text.split(separator: "```sql ").dropFirst().compactMap { block in
      guard let end = block.range(of: "\n```"), let head = block.range(of: "\n") else { return nil }
      return Example(
        words: Set(block[..<head.lowerBound].split(separator: " ").map(String.init)),
        sql: String(block[head.upperBound..<end.lowerBound]) + "\n")
    }
  }

  var title: String { text.split(separator: "\n").first.map(String.init) ?? "" }
  var before: String { examples.filter { $0.words.contains("before") }.map(\.sql).joined() }
  var bad: [Example] { examples.filter { $0.words.contains("bad") } }
  var good: [Example] { examples.filter { $0.words.contains("good") } }
}
