import Foundation
import Testing

/// The code in Docs/Recipes.md is run by sessions, so that it is known to work.
@Suite("Recipes")
struct RecipesTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  @Test("each block of Docs/Recipes.md is part of a session, line by line")
  func blocks() throws {
    let page = Self.tests.deletingLastPathComponent().appending(path: "Docs/Recipes.md")
    let blocks = Self.blocks(of: try String(contentsOf: page, encoding: .utf8))
    try #require(blocks.count >= 6)
    let sessions = try ["SessionTests/Sessions", "Scripts/Tools/Sessions"].flatMap { path in
      let folder = SessionFolder(Self.tests.appending(path: path))
      return try folder.names.map { try String(contentsOf: folder.file($0), encoding: .utf8) }
    }
    for block in blocks {
      #expect(
        sessions.contains { $0.contains("\n\(block)") }, "no session has this block of Docs/Recipes.md:\n\(block)")
    }
  }

  /// The text of each fenced block.
  private static func blocks(of markdown: String) -> [String] {
    let parts = ("\n" + markdown).components(separatedBy: "\n```")
    return stride(from: 1, to: parts.count, by: 2).map { index in
      String(parts[index].drop { $0 != "\n" }.dropFirst()) + "\n"
    }
  }
}
