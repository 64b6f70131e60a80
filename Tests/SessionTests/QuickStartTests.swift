import Foundation
import Testing

/// The transcripts in the quick starts are sessions, so that they show the program's actual output.
@Suite("Docs/QuickStart.md")
struct QuickStartTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// The sessions below `Tests`, in the order of the page.
  private static let sessions = [
    "SessionTests/Sessions/quick-start-sql.session",
    "SessionTests/Sessions/quick-start-app.session",
    "Scripts/Tools/Sessions/quick-start-django.session",
    "Scripts/Tools/Sessions/quick-start-alembic.session",
  ]

  @Test("the transcripts are the sessions", arguments: sessions.indices)
  func transcript(index: Int) throws {
    let root = Self.tests.deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Docs/QuickStart.md"), encoding: .utf8)
    let blocks = Self.blocks(of: page)
    try #require(blocks.count == Self.sessions.count, "Docs/QuickStart.md has another number of ```console blocks")
    let name = Self.sessions[index]
    let session = try String(contentsOf: Self.tests.appending(path: name), encoding: .utf8)
    let body = try #require(Self.body(of: session), "\(name) has no `normalise:` line")
    #expect(
      blocks[index] == body,
      """
      \(LineDifference(from: blocks[index], to: body))

      (- Docs/QuickStart.md, + \(name); record the session as Tests/README.md describes, then put everything below its \
      last `normalise:` line into the ```console block, without `! ` and `$WORK/`)
      """)
  }

  /// The lines of each fenced block of a terminal session.
  private static func blocks(of markdown: String) -> [[String]] {
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.indices.filter { lines[$0] == "```console" }.map { start in
      Array(lines[(start + 1)...].prefix { $0 != "```" })
    }
  }

  /// The text after the last directive, as a terminal shows it: without marks on the lines of stderr, and without
  /// folders in paths.
  private static func body(of session: String) -> [String]? {
    let lines = session.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let last = lines.lastIndex(where: { $0.hasPrefix("normalise:") }) else { return nil }
    let body = lines[(last + 1)...].drop { $0.isEmpty }
    return body[...(body.lastIndex { !$0.isEmpty } ?? body.startIndex)].map { line in
      (line.hasPrefix("! ") ? String(line.dropFirst(2)) : line).replacing("$WORK/", with: "")
    }
  }
}
