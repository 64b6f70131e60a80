import SystemCalls
import Testing

@Suite("Running processes")
struct RunningProcessTests {
  @Test("the path of the running program is absolute, and leads to a file that can be run")
  func executable() throws {
    let path = try #require(RunningProcess.executablePath())
    #expect(path.hasPrefix("/"))
    #expect(path.withFileName { access($0, X_OK) } == 0)
  }
}
