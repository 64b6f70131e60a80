import Foundation
import TestSupport
import Testing

@Suite("Generated lists of codes")
struct GeneratedFilesTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func run(_ script: String, in folder: URL = root, _ arguments: String...) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [folder.appending(path: script).path] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.runToEnd()
    return process.terminationStatus
  }

  private static func inTemporaryFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "finding-codes-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test("each list of codes is what .ci/finding-codes writes")
  func validity() throws {
    try Self.inTemporaryFolder { folder in
      #expect(try Self.run(".ci/finding-codes", folder.path) == 0)
      let paths = try #require(FileManager.default.subpaths(atPath: folder.path)).filter { $0.contains(".") }
      #expect(paths.count == 6)
      for path in paths {
        let written = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        let present = try? String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
        #expect(written == present, "\(path) is not up to date: run .ci/finding-codes")
      }
    }
  }

  @Test("make new-rule writes a rule and its page once, and what lists them")
  func newRule() throws {
    try Self.inTemporaryFolder { folder in
      for path in [".ci", "Docs", "Sources/SQLiteLint/Rules", "Sources/LedgerCore/Findings", "Sources/CManual"] {
        let copy = folder.appending(path: path)
        try FileManager.default.createDirectory(
          at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: Self.root.appending(path: path), to: copy)
      }
      #expect(try Self.run(".ci/new-rule", in: folder, "SL499", "some-name") == 0)
      for (path, text) in [
        ("Sources/SQLiteLint/Rules/SomeName.swift", "struct SomeName: LintViolation"),
        ("Sources/SQLiteLint/Rules/LintRule+all.swift", "someName,"),
        ("Docs/Rules/SL499.md", "# SL499 some-name"), ("Docs/Rules/README.md", "| [SL499](SL499.md) | `some-name` |"),
        ("Docs/json/configuration.schema.json", "\"SL499\""), ("Docs/json/waivers.schema.json", "\"SL499\""),
        ("Docs/json/definitions.schema.json", "SL499: someName (table)."),
        ("Sources/CManual/pages.c", "Rules/SL499.md"),
      ] {
        #expect(try String(contentsOf: folder.appending(path: path), encoding: .utf8).contains(text), "\(path)")
      }
      #expect(try Self.run(".ci/new-rule", in: folder, "SL499", "other-name") == 64)
      #expect(try Self.run(".ci/new-rule", in: folder, "SL500", "other-name") == 64)
      #expect(try Self.run(".ci/new-rule", in: folder, "SL498", "Other name") == 64)
    }
  }
}
