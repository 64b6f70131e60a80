import Foundation
import Testing

/// The pager, which only a terminal gets. Each test pages with a `sed` that marks every line.
@Suite("Pager")
struct PagerTests {
  private static let folder = FileManager.default.temporaryDirectory

  private func output(_ arguments: [String], _ variables: [String: String]) throws -> (text: String, status: Int32) {
    var environment = ["HOME": Self.folder.path, "GIT_CONFIG_NOSYSTEM": "1", "PATH": "/usr/bin:/bin", "TERM": "xterm"]
    environment["DYLD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["DYLD_LIBRARY_PATH"]
    environment["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
    return try TerminalProcess(environment: environment.merging(variables) { $1 }, folder: Self.folder).run(arguments)
  }

  private func mark(_ name: String) -> String { "sed s/^/\(name):/" }

  @Test(
    "the variables have Git's order, with our own before them",
    arguments: [
      (["SCHEMALEDGER_PAGER": "a", "GIT_PAGER": "b", "PAGER": "d"], "a:"),
      (["GIT_PAGER": "b", "PAGER": "d"], "b:"), (["PAGER": "d"], "d:"),
    ])
  func order(names: [String: String], wanted: String) throws {
    let text = try output(["explain", "SL302"], names.mapValues(mark)).text
    #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix(wanted) })
    #expect(text.contains("SL302"))
  }

  @Test("core.pager is between GIT_PAGER and PAGER")
  func configuration() throws {
    let repository = Self.folder.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: repository) }
    try FileManager.default.createDirectory(at: repository, withIntermediateDirectories: true)
    let git = Process()
    git.executableURL = URL(filePath: "/usr/bin/env")
    git.arguments = ["git", "init", "--quiet", repository.path]
    try git.run()
    git.waitUntilExit()
    let file = repository.appending(path: ".git/config")
    try (String(contentsOf: file, encoding: .utf8) + "[core]\n\tpager = \(mark("c"))\n")
      .write(to: file, atomically: true, encoding: .utf8)
    let arguments = ["explain", "SL302", "-C", repository.path]
    #expect(try output(arguments, ["PAGER": mark("d")]).text.hasPrefix("c:"))
    #expect(try output(arguments, ["GIT_PAGER": mark("b")]).text.hasPrefix("b:"))
  }

  @Test(
    "there is no pager if the user or the terminal wants none",
    arguments: [
      ([], ["SCHEMALEDGER_PAGER": ""]), ([], ["PAGER": "cat"]), (["--no-pager"], ["PAGER": "sed s/^/d:/"]),
      ([], ["TERM": "dumb", "PAGER": "sed s/^/d:/"]),
    ] as [([String], [String: String])])
  func refused(arguments: [String], variables: [String: String]) throws {
    let text = try output(["explain", "SL302"] + arguments, variables).text
    #expect(text.contains("SL302"))
    #expect(!text.contains("d:SL302"))
    #expect(!text.hasPrefix("d:"))
  }

  @Test("the pager gets colours, the columns of the terminal, errors, and the program's exit status")
  func looks() throws {
    let help = try output(["explain", "SL302"], ["PAGER": mark("d")])
    #expect(help.status == 0)
    #expect(help.text.contains("\u{1B}["))
    let longest = help.text.split(separator: "\n").filter { !$0.contains("    ") }.map(\.count).max() ?? 0
    #expect(try output(["explain", "SL302"], ["PAGER": mark("d"), "COLUMNS": "40"]).text.count > help.text.count)
    #expect(longest > 60)
    let wrong = try output(["explain", "SL9999"], ["PAGER": mark("d")])
    #expect(wrong.status == 2)
    #expect(wrong.text.contains("'SL9999' is neither the code of a finding"))
  }

  @Test("all output arrives before the program ends")
  func slow() throws {
    let text = try output(["help", "findings"], ["PAGER": "sleep 0.3; tail -n 1 | sed s/^/last:/"]).text
    #expect(text.hasPrefix("last:"))
  }
}
