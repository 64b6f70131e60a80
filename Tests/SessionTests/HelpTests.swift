import Foundation
import Testing

/// Every file in `Help/` is a session whose last command reports findings with a command in their help.
///
/// The suite checks the session's output, or records it, and then does what the help says: it runs each command that
/// inspects, and then each command that fixes until no finding has one. A command that fixes must remove its finding.
@Suite("Help")
struct HelpTests {
  private static let folder = SessionFolder(beside: #filePath, named: "Help")

  @Test("the commands in a finding's help work, and a fix removes the finding", arguments: folder.names)
  func commands(name: String) async throws {
    let runner = SessionRunner(programFolder: try ProgramFolder.ofTests())
    try await SessionTests.play(Self.folder, name, with: runner) { session, world in
      guard let report = session.commands.last?.script else { throw UselessHelp("the session has no command") }
      try Self.follow(report, in: world)
    }
  }

  /// Does what the help in a report says.
  private static func follow(_ report: String, in world: SessionWorld) throws {
    var findings = try findings(of: report, in: world)
    guard findings.contains(where: { !$0.commands.isEmpty }) else { throw UselessHelp("no help has a command") }
    for command in findings.flatMap(\.commands) where command.purpose == "inspect" {
      let output = try world.run(command.line, timeLimit: .seconds(60))
      // `verify` reports findings with status 1, and `git fsck` with a bit for each kind.
      let reported: Int32 = command.line.hasPrefix("schemaledger verify") ? 1 : 0
      let isReport = output.status == reported || command.line.hasPrefix("git fsck") && output.status < 16
      guard output.status == 0 || isReport, !output.picture.isEmpty else {
        throw UselessHelp("\(command.line)\n\(output.picture.joined(separator: "\n"))")
      }
    }
    for _ in 0...findings.count {
      guard let finding = findings.first(where: { $0.fix != nil }), let fix = finding.fix else { return }
      let output = try world.run(fix, timeLimit: .seconds(60))
      guard output.status == 0 else { throw UselessHelp("\(fix)\n\(output.picture.joined(separator: "\n"))") }
      let left = try self.findings(of: report, in: world)
      guard !left.contains(finding) else { throw UselessHelp("\(fix) does not remove: \(finding.message)") }
      findings = left
    }
    throw UselessHelp("each fix leads to another finding: \(findings.map(\.message))")
  }

  private static func findings(of report: String, in world: SessionWorld) throws -> [ReportedFinding] {
    let output = try world.run(report + " --format json", timeLimit: .seconds(60), isNormalised: false)
    return try JSONDecoder().decode(Report.self, from: Data(output.stdout.joined(separator: "\n").utf8)).findings
  }

  /// A help whose command no session here runs could be wrong.
  @Test("every help with a command is in one of the sessions")
  func coverage() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = root.appending(path: "Sources/LedgerCore/Findings")
    let files = try #require(FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String])
    let sentences = try files.filter { $0.hasSuffix(".swift") }.flatMap { name in
      try HelpSource.sentences(in: String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }
    try #require(sentences.count > 20)
    let texts = try Self.folder.names.map { try String(contentsOf: Self.folder.file($0), encoding: .utf8) }
    // A command is on the line below its sentence.
    let lines = texts.flatMap { text in
      let lines = text.split(separator: "\n")
      return zip(lines, lines.dropFirst() + [""]).compactMap { line, next -> String? in
        guard let help = line.firstMatch(of: /help: (.*)$/)?.1 else { return nil }
        return help.hasSuffix(":") ? "\(help) \(next.replacing(/^!? +/, with: ""))" : String(help)
      }
    }
    for sentence in sentences where !Self.needsMore.contains(sentence.text) {
      let pattern = try Regex(sentence.pattern)
      #expect(lines.contains { $0.wholeMatch(of: pattern) != nil }, "no session has \(sentence.text)")
    }
  }

  /// Git LFS is not part of Git, and is not installed where these tests run.
  private static let needsMore = [#"fetch the content: \(fix: "git lfs pull")"#]

  @Test("no help starts by deleting rows")
  func deletions() throws {
    let texts = try Self.folder.names.map { try String(contentsOf: Self.folder.file($0), encoding: .utf8) }
    #expect(!texts.contains { $0.localizedCaseInsensitiveContains("help: delete") })
  }
}

/// A help whose command does not do what it is for.
private struct UselessHelp: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// What the suite reads of `--format json`.
private struct Report: Decodable {
  let findings: [ReportedFinding]
}

private struct ReportedFinding: Decodable, Hashable {
  struct Command: Decodable, Hashable {
    let line: String
    let purpose: String

    enum CodingKeys: String, CodingKey {
      case line = "command"
      case purpose
    }
  }

  let code: String
  let severity: String
  let message: String
  let path: String?
  private let list: [Command]?

  var commands: [Command] { list ?? [] }
  var fix: String? { commands.first { $0.purpose == "fix" }?.line }

  enum CodingKeys: String, CodingKey {
    case code, severity, message, path
    case list = "commands"
  }
}
