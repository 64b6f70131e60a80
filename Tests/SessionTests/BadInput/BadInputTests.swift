import Foundation
import Testing

/// Runs every case of every file in `Cases/`. `BadInputFile` describes their format.
///
/// With `RECORD_SESSIONS=1` in the environment, the files are rewritten with the actual output, and the run fails.
/// A file that a command changed is a failure, which is never recorded.
@Suite("Bad input")
struct BadInputTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_SESSIONS"] == "1"
  /// The starting repository, created once and removed when the process ends.
  private static let start = Result {
    let world = try BadInputRunner.startingWorld(programFolder: ProgramFolder.ofTests())
    atexit { try? FileManager.default.removeItem(at: BadInputTests.startFolder) }
    return world.work
  }
  private static var startFolder: URL {
    get throws { try start.get().deletingLastPathComponent() }
  }

  static let names: [String] = {
    let all = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (all ?? []).filter { $0.hasSuffix(".cases") }.sorted()
  }()

  @Test("bad input is rejected, and nothing changes", arguments: names)
  func isSaidAndNothingChanges(name: String) async throws {
    let url = Self.folder.appending(path: name)
    let file = try BadInputFile(parsing: String(contentsOf: url, encoding: .utf8))
    let runner = BadInputRunner(programFolder: try ProgramFolder.ofTests(), start: try Self.start.get())
    let results = try await withThrowingTaskGroup(of: (Int, BadInputRunner.Played).self) { group in
      for (index, item) in file.cases.enumerated() where !item.mounts || Mounts.arePossible {
        group.addTask { (index, try await BlockingWork.run { try runner.play(item, file.normalisations) }) }
      }
      return try await group.reduce(into: [:]) { results, played in results[played.0] = played.1 }
    }
    for problem in file.cases.indices.flatMap({ results[$0]?.problems ?? [] }) {
      let location = SourceLocation(
        fileID: "SessionTests/\(name)", filePath: url.path, line: problem.line, column: 1)
      Issue.record("\(problem)", sourceLocation: location)
    }
    let outputs = file.cases.indices.map { results[$0]?.outputs }
    guard Self.isRecording else { return }
    try Data(file.recorded(with: outputs).utf8).write(to: url, options: .atomic)
    Issue.record("\(name): recorded, see what changed, then run again without RECORD_SESSIONS")
  }

  @Test("cases that mount file systems are run", .enabled(if: Mounts.arePossible, "NOT RUN: needs Linux and root"))
  func mounts() throws {
    let files = try Self.names.map { name in
      try BadInputFile(parsing: String(contentsOf: Self.folder.appending(path: name), encoding: .utf8))
    }
    #expect(files.contains { $0.cases.contains(where: \.mounts) })
  }

  @Test("Docs/Tampering.md says of each kind of rewriting what reports it")
  func rewriting() throws {
    let file = try BadInputFile(
      parsing: String(contentsOf: Self.folder.appending(path: "rewriting.cases"), encoding: .utf8))
    let root = Self.folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Docs/Tampering.md"), encoding: .utf8)
    let table = page.split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.hasPrefix("| ") }
      .prefix { $0.hasPrefix("|") }
    let rows = table.filter { $0.hasPrefix("| ") }.dropFirst()
    let cells = rows.map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(cells.map(\.first) == file.cases.map(\.name))
    // What the table says is in the recorded output.
    for (cell, item) in zip(cells, file.cases) {
      let output = item.session.commands.flatMap(\.expected.stdout).joined(separator: "\n")
      for code in try #require(cell.last).matches(of: /SL1[0-9]{2}/) {
        #expect(output.contains(code.output), "\(item.name): \(code.output)")
      }
    }
  }

  @Test("Docs/BadInput.md lists all cases")
  func table() throws {
    let root = Self.folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let document = root.appending(path: "Docs/BadInput.md")
    let files = try Self.names.map { name in
      try BadInputFile(parsing: String(contentsOf: Self.folder.appending(path: name), encoding: .utf8))
    }
    let table = BadInputTable(files).lines
    var lines = try String(contentsOf: document, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("## ") })
    let listed = lines[start...].reversed().drop(while: \.isEmpty).reversed()
    if Self.isRecording {
      lines.replaceSubrange(start..., with: table + [""])
      try Data(lines.joined(separator: "\n").utf8).write(to: document, options: .atomic)
      Issue.record("Docs/BadInput.md: recorded")
    } else {
      #expect(Array(listed) == table, "RECORD_SESSIONS=1 swift test --filter BadInputTests rewrites it")
    }
  }
}

/// A Markdown table of all cases.
struct BadInputTable {
  private let files: [BadInputFile]

  init(_ files: [BadInputFile]) { self.files = files }

  var lines: [String] {
    var number = 0
    return Array(
      files.map { file in
        let rows = file.cases.map { item in
          number += 1
          let name = item.name.replacing("|", with: "\\|")
          return "| \(number) | \(name) | \(item.statuses.map(String.init).joined(separator: " ")) |"
        }
        return ["## \(file.title)", "", "| case | what is wrong | exit |", "|---|---|---|"] + rows
      }.joined(separator: [""]))
  }
}

/// Whether a command here may mount file systems that only it can see.
enum Mounts {
  static let arePossible: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}
