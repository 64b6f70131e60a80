import Foundation
import Testing

/// Each file in `Tests/Scripts/Tools/Sessions` is a test that needs programs from PyPI, or Rails. `make tools` installs and
/// runs them. `TOOL_SESSIONS_WITHOUT` names files whose programs are missing; `make tools` reports them.
///
/// These sessions get `$PROJECT`, the top of this repository.
@Suite(
  "Tool session",
  .enabled(
    if: ProcessInfo.processInfo.environment["TOOL_SESSIONS"] == "1", "these need other programs: make tools"))
struct ToolSessionTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  private static let folder = SessionFolder(tests.appending(path: "Scripts/Tools/Sessions"))

  private static let missing =
    ProcessInfo.processInfo.environment["TOOL_SESSIONS_WITHOUT"]?.split(separator: " ").map(String.init) ?? []

  @Test(
    "a session with other programs prints what the file records",
    arguments: folder.names.filter { !missing.contains($0) })
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
