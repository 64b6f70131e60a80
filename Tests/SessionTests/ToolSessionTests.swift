import Foundation
import Testing

/// Each file in `Tests/Scripts/Tools/Sessions` is a test that needs programs from PyPI. `make tools` installs and runs
/// them.
///
/// These sessions get `$PROJECT`, the top of this repository.
@Suite(
  "Tool session",
  .enabled(
    if: ProcessInfo.processInfo.environment["TOOL_SESSIONS"] == "1", "these need other programs: make tools"))
struct ToolSessionTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  private static let folder = SessionFolder(tests.appending(path: "Scripts/Tools/Sessions"))

  @Test("a session with other programs prints what the file records", arguments: folder.names)
  func goesAsPictured(name: String) async throws {
    let runner = SessionRunner(
      programFolder: try ProgramFolder.ofTests(), timeLimit: .seconds(120),
      variables: ["PROJECT": Self.tests.deletingLastPathComponent().path])
    try await SessionTests.play(Self.folder, name, with: runner)
  }

  @Test("every file in the folder is a session, and there is at least one")
  func nothingIsForgotten() throws {
    #expect(try Self.folder.strays() == [])
    #expect(!Self.folder.names.isEmpty)
  }
}
