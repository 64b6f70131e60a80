package import Foundation
package import SQLiteLint
package import SQLiteSandbox
internal import SQLiteSyntax

/// A page in `Docs/Rules`: its examples are tests.
package struct RulePage {
  /// A block of SQL: `before` makes the schema, `bad` and `good` are migrations; `wrapped` says that the tool runs it in a
  /// transaction.
  package struct Example: Sendable {
    package let words: Set<String>
    package let sql: String

    package init(words: Set<String>, sql: String) {
      self.words = words
      self.sql = sql
    }

    /// Runs the example on the schema `before`, and applies all rules.
    ///
    /// - Returns: the findings, and the error that ended the example, if one did.
    package func lint(before: String) throws -> (findings: [LintFinding], failure: SchemaError?) {
      let stubs = Stubs(functions: ["app_key": .firstArgument], collations: ["app_order"])
      let database = try ScratchDatabase(tracking: .none, stubs: stubs)
      try database.execute(before)
      var lint = ScriptLint(on: database, stubs: stubs)
      let failure = try lint.add(sql, isWrapped: words.contains("wrapped"))
      return (try lint.findings()[0], failure)
    }
  }

  package static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Docs/Rules")

  /// The codes that have a page, sorted.
  package static var codes: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasPrefix("SL") && $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted()
  }

  package let text: String
  package let examples: [Example]

  package init(_ code: String) throws {
    text = try String(contentsOf: Self.folder.appending(path: "\(code).md"), encoding: .utf8)
    examples = text.split(separator: "```sql ").dropFirst().compactMap { block in
      guard let end = block.range(of: "\n```"), let head = block.range(of: "\n") else { return nil }
      return Example(
        words: Set(block[..<head.lowerBound].split(separator: " ").map(String.init)),
        sql: String(block[head.upperBound..<end.lowerBound]) + "\n")
    }
  }

  package var title: String { text.split(separator: "\n").first.map(String.init) ?? "" }
  package var before: String { examples.filter { $0.words.contains("before") }.map(\.sql).joined() }
  package var bad: [Example] { examples.filter { $0.words.contains("bad") } }
  package var good: [Example] { examples.filter { $0.words.contains("good") } }
}
