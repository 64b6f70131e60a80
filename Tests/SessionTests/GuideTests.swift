import Foundation
import Testing

/// The transcript in the guide is a session, so that it shows the program's actual output.
@Suite("Docs/Guide.md")
struct GuideTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

  @Test("the transcript is the session guide.session")
  func transcript() throws {
    let root = Self.tests.deletingLastPathComponent().deletingLastPathComponent()
    let guide = try String(contentsOf: root.appending(path: "Docs/Guide.md"), encoding: .utf8)
    let session = try String(contentsOf: Self.tests.appending(path: "Sessions/guide.session"), encoding: .utf8)
    let block = try #require(Self.firstBlock(of: guide), "Docs/Guide.md has no block that begins with ```console")
    let body = try #require(Self.body(of: session), "guide.session has no `normalise:` line")
    #expect(
      block == body,
      """
      \(LineDifference(from: block, to: body))

      (- Docs/Guide.md, + guide.session; record the session with RECORD_SESSIONS=1 swift test --filter SessionTests, \
      then put everything below its last `normalise:` line into the ```console block of the guide, without `! ` and `$WORK/`)
      """)
  }

  /// The lines of the first fenced block of a terminal session.
  private static func firstBlock(of markdown: String) -> [String]? {
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = lines.firstIndex(of: "```console") else { return nil }
    return Array(lines[(start + 1)...].prefix { $0 != "```" })
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
