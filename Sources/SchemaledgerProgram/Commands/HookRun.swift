import ArgumentParser
import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerKit

/// The command that Git calls through the scripts in `Hooks/`. The hooks for commits call `check
/// --staged` and, after `hook install --verify`, this command.
struct HookRun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Check the commits of a push, or the pending migrations of a commit (called by the Git hooks).",
    discussion: """
      Example:
        schemaledger hook run pre-push origin URL
      """)

  @Argument(
    help: "pre-commit; or pre-push or pre-receive, for which the pushed references are read from standard input.")
  var hook: CalledHook

  @Argument(help: "The arguments that Git passes to the hook.")
  var arguments: [String] = []

  @OptionGroup var trust: TrustOption

  @OptionGroup var options: GlobalOptions

  func run() async throws {
    switch hook {
    case .preCommit: try await PendingCheck(options: options, trust: trust.trust).run()
    case .prePush:
      let repository = try options.repository()
      let gate = try PushGate(sentBy: repository, to: arguments.first ?? "")
      try await judge(.prePush, gate, after: "The push was stopped. To push anyway: git push --no-verify")
    case .preReceive:
      try await judge(.preReceive, try PushGate(receivedBy: options.repository()), after: "The push was refused.")
    }
  }

  private func judge(_ format: ReferenceUpdate.Format, _ gate: PushGate, after sentence: DisplayText) async throws {
    let input = try FileHandle.standardInput.readToEnd() ?? Data()
    let updates = try ReferenceUpdate.parse(String(decoding: input, as: UTF8.self), format)
    let judgements = try await gate.judge(updates, today: .now)
    let terminal = options.terminal
    for judgement in judgements {
      let findings = judgement.result.findings
      if judgement.isUnknown { terminal.message("\(Wording.unknownHistory(judgement.update.name))") }
      if !findings.isEmpty || judgement.result.removal != nil { terminal.out("\(judgement.update.name):") }
      FindingText(terminal: terminal).lines(findings).forEach(terminal.out)
    }
    if judgements.contains(where: { $0.result.findings.worst == .error }) {
      terminal.message(sentence)
      throw ExitCode.finding
    }
    if let removal = judgements.compactMap(\.result.removal).first { throw removal }
  }
}

/// The hooks that call `hook run`.
enum CalledHook: String, ExpressibleByArgument, CaseIterable {
  case preCommit = "pre-commit"
  case prePush = "pre-push"
  case preReceive = "pre-receive"
}
