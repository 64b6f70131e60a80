import Foundation
import TestSupport
import Testing

/// What a library does to the process of the program that uses it. Each library has a process of its own, because SQLite's
/// settings are those of a process and cannot be changed after its first use.
@Suite("Programs that use a library")
struct HostProgramTests {
  @Test(
    "SQLite is as without the library",
    arguments: ["SQLiteSandbox", "SQLiteData", "LedgerKit", "SchemaInspection", "SchemaFreezing"])
  func process(library: String) throws {
    let alone = try output(using: "nothing")
    #expect(alone.contains("the time is true"))
    #expect(alone.contains("random numbers are random"))
    #expect(alone.contains("memory is counted and limited to 0 bytes"))
    #expect(alone.last == "8 MiB beyond a limit of 4 MiB: out of memory")
    #expect(try output(using: library) == alone)
  }

  /// The last lines of the program's output; a library may have written others before them.
  private func output(using library: String) throws -> [Substring] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "host-program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = try #require(ProgramFolder.besideTestBundle).appending(path: "HostProgram")
    process.arguments = [library, folder.path]
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    let text = String(decoding: try process.runToEnd(reading: pipe), as: UTF8.self)
    #expect(process.terminationStatus == 0, "\(text)")
    return text.split(separator: "\n").suffix(5)
  }
}
