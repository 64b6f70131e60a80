import Foundation
import Testing

/// Every file in `Sessions/` is a test. `Session` describes their format.
///
/// With `RECORD_SESSIONS=1` in the environment, each file is rewritten with the actual output, and the run fails.
@Suite("Session")
struct SessionTests {
  private static let folder = SessionFolder(beside: #filePath)
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_SESSIONS"] == "1"

  @Test("a session's commands print what the file records", arguments: folder.names)
  func goesAsPictured(name: String) async throws {
    try await Self.play(Self.folder, name, with: SessionRunner(programFolder: try ProgramFolder.ofTests()))
  }

  /// Checks a session, or records it.
  ///
  /// - Parameter afterwards: called with the session's world if all outputs are as in the file.
  static func play(
    _ folder: SessionFolder, _ name: String, with runner: SessionRunner,
    afterwards: @escaping @Sendable (Session, SessionWorld) throws -> Void = { _, _ in }
  ) async throws {
    let file = folder.file(name)
    func location(_ line: Int) -> SourceLocation {
      SourceLocation(fileID: "SessionTests/\(name)", filePath: file.path, line: line, column: 1)
    }
    do {
      if isRecording {
        let changed = try await BlockingWork.run { try runner.record(file) }
        let what = changed ? "recorded, see what changed" : "recorded, nothing changed"
        Issue.record("\(name): \(what), then run again without RECORD_SESSIONS")
      } else if let mismatch = try await BlockingWork.run({
        try runner.firstMismatch(in: file, afterwards: afterwards)
      }) {
        Issue.record("\(mismatch)", sourceLocation: location(mismatch.command.line))
      }
    } catch let error as SessionSyntaxError {
      Issue.record("\(error)", sourceLocation: location(error.line))
    } catch let error as SessionInterrupted {
      Issue.record("\(error)", sourceLocation: location(error.command.line))
    }
  }

  @Test("every file in the folder is a session, and there is at least one")
  func nothingIsForgotten() throws {
    #expect(try Self.folder.strays() == [])
    #expect(!Self.folder.names.isEmpty)
  }
}

/// A folder of session files, without subfolders.
struct SessionFolder {
  let url: URL

  init(_ url: URL) {
    self.url = url
  }

  init(beside sourceFile: String, named name: String = "Sessions") {
    url = URL(filePath: sourceFile).deletingLastPathComponent().appending(path: name)
  }

  /// The names of the sessions, sorted. Empty for a folder that cannot be read, which a separate test detects.
  var names: [String] {
    let all = try? FileManager.default.contentsOfDirectory(atPath: url.path)
    return (all ?? []).filter { $0.hasSuffix(".session") }.sorted()
  }

  func file(_ name: String) -> URL {
    url.appending(path: name)
  }

  /// Files in the folder and its subfolders that are not run.
  func strays() throws -> [String] {
    let all = try FileManager.default.subpathsOfDirectory(atPath: url.path)
    return Set(all).subtracting(names).sorted()
  }
}
