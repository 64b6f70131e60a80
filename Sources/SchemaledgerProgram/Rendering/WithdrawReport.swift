import CanonicalJSON
import Findings
import GitStore
import LedgerEntries
import LedgerKit

/// The output of `withdraw`.
struct WithdrawReport {
  let outcome: Withdraw.Outcome

  private var version: String { outcome.withdrawal.entry.version.name }

  func write(_ format: OutputFormat, to terminal: Terminal) {
    switch format {
    case .text: writeText(to: terminal)
    case .json: writeJSON(to: terminal)
    }
  }

  private func writeText(to terminal: Terminal) {
    let confirmations = terminal.confirmations
    let place: DisplayText = outcome.commit.map { "commit \($0.short)" } ?? "staged, not committed"
    confirmations.out(
      "withdrew \(terminal.styled("\(version)", .strong))  entry \(outcome.withdrawal.entryID.prefix(12))  (\(place))")
    confirmations.out("  \(outcome.path)")
    if !outcome.successors.isEmpty {
      let names = outcome.successors.map(\.name)
      confirmations.out(
        "  \(names.shown()) \(names.count == 1 ? "follows" : "follow") it and \(names.count == 1 ? "stays" : "stay") in the ledger"
      )
    }
    confirmations.out("  to freeze it again: schemaledger freeze \(version)")
    if !outcome.tags.isEmpty {
      let names = Wording.list(outcome.tags)
      terminal.warn(
        "the tag \(names) exists: if \(version) was released, databases of it are no longer verified",
        hint:
          "if it was released, freeze it as it was: schemaledger freeze \(version) --at \(outcome.tags[0].shellWord)")
    }
  }

  private func writeJSON(to terminal: Terminal) {
    var report = JSONReport("withdraw")
    report["commit"] = outcome.commit.map { .string($0.hex) } ?? .null
    report["entry"] = .string(outcome.withdrawal.entryID)
    report["path"] = .string(outcome.path)
    report["reason"] = .string(outcome.withdrawal.reason)
    report["successors"] = .array(outcome.successors.map { .string($0.name) })
    report["tags"] = .array(outcome.tags.map { .string($0) })
    report["version"] = .string(version)
    report["withdrawal"] = .string(outcome.withdrawal.id)
    report.write(to: terminal)
  }
}

extension Wording {
  /// Describes who withdrew a version, when and why, in a line of `log` and `show`.
  static func withdrawn(_ withdrawn: LedgerLog.Withdrawn) -> DisplayText {
    let place =
      withdrawn.commit.map { "\($0.id.short)  \(DateText.day($0.author.time))  \($0.author.name)" } ?? "not committed"
    return "withdrawn  \(place): \(withdrawn.withdrawal.reason)"
  }
}
