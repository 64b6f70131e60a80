import Foundation
import Testing

/// The code in Docs/Recipes.md is run by sessions, so that it is known to work. A sample package runs the recipe for GRDB.
@Suite("Recipes")
struct RecipesTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// The tools whose recipes no test runs, because a test cannot install them. The page says so.
  private static let withoutTest = ["Drift", "EF Core", "Knex", "TypeORM"]

  /// The sections of the page, with their headings.
  private static func sections() throws -> [String] {
    let page = tests.deletingLastPathComponent().appending(path: "Docs/Recipes.md")
    return try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n## ")
  }

  @Test("each block of Docs/Recipes.md is part of a session, line by line")
  func blocks() throws {
    let sections = try Self.sections().filter { section in
      !(Self.withoutTest + ["GRDB"]).contains { section.hasPrefix($0 + "\n") }
    }
    let blocks = sections.flatMap(Self.blocks)
    try #require(blocks.count >= 7)
    let sessions = try ["SessionTests/Sessions", "Scripts/Tools/Sessions"].flatMap { path in
      let folder = SessionFolder(Self.tests.appending(path: path))
      return try folder.names.map { try String(contentsOf: folder.file($0), encoding: .utf8) }
    }
    for block in blocks {
      #expect(
        sessions.contains { $0.contains("\n\(block)") }, "no session has this block of Docs/Recipes.md:\n\(block)")
    }
  }

  @Test("a recipe that no test runs says so", arguments: withoutTest + ["Other tools"])
  func confession(tool: String) throws {
    let section = try #require(try Self.sections().first { $0.hasPrefix(tool + "\n") })
    #expect(
      section.contains("No test runs this recipe.")
        || section.contains("Not run: neither a test nor a person has run"))
  }

  /// The story of the package compares the configuration with the page.
  @Test("the program of Docs/Recipes.md for GRDB is that of the sample package")
  func program() throws {
    let section = try #require(try Self.sections().first { $0.hasPrefix("GRDB\n") })
    let program = Self.tests.appending(
      path: "Scripts/SamplePackages/Inventory/Sources/InventoryLedger/InventoryLedger.swift")
    #expect(Self.blocks(of: section).first == (try String(contentsOf: program, encoding: .utf8)))
  }

  /// The text of each fenced block.
  private static func blocks(of markdown: String) -> [String] {
    let parts = ("\n" + markdown).components(separatedBy: "\n```")
    return stride(from: 1, to: parts.count, by: 2).map { index in
      String(parts[index].drop { $0 != "\n" }.dropFirst()) + "\n"
    }
  }
}
