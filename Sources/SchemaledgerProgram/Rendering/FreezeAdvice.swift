import Findings
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit

/// The command that undoes a freeze, as long as nobody else has its commit.
struct FreezeUndo {
  private let frozen: [Freeze.Frozen]

  /// - Parameter frozen: the entries of one commit, at least one.
  init(of frozen: [Freeze.Frozen]) { self.frozen = frozen }

  /// - Parameter isAtRoot: whether the user's folder is the top of the repository. Git's `:/` starts there.
  func command(isAtRoot: Bool) -> String {
    let folders = frozen.map { ((isAtRoot ? "" : ":/") + $0.folder).shellWord }
    let removal = "git rm -rfq -- " + folders.joined(separator: " ")
    guard let first = frozen.first, first.commit != nil else { return removal }
    return (first.hasParentCommit ? "git reset --soft HEAD~1" : "git update-ref -d HEAD") + " && " + removal
  }
}

/// Writes what may not have been intended with a new entry.
struct FreezeAdvice {
  let frozen: Freeze.Frozen
  /// The beginning of each warning.
  var start: DisplayText = ""

  private var version: String { frozen.entry.version.name }

  func write(to terminal: Terminal) {
    for warning in frozen.warnings {
      switch warning {
      case .deleted(let finding):
        for line in FindingText(terminal: terminal).lines([finding]) { terminal.message(line) }
      default: terminal.warn(start + "\(message(warning))", hint: hint(warning))
      }
    }
  }

  /// The warning as a sentence.
  func message(_ warning: Freeze.Warning) -> String {
    switch warning {
    case .otherContent(let entry, let commit, let branches):
      "\(version) was also frozen with other content"
        + (branches.isEmpty ? "" : " in " + Wording.list(branches))
        + ": entry \(entry.prefix(12)), commit \(commit.id.short) of \(DateText.day(commit.author.time)) by "
        + commit.author.name
    case .detachedHead: "HEAD is detached, so no branch contains the commit"
    case .spelling(let other): "\(other) is frozen too, and means the same version"
    case .notNext(let latest): "\(version) comes before \(latest), which is frozen already"
    case .deleted(let finding): finding.message
    }
  }

  private func hint(_ warning: Freeze.Warning) -> DisplayText? {
    switch warning {
    case .otherContent(let entry, _, _):
      "undo this freeze and choose another version, or, if the other one was a mistake: schemaledger withdraw \(version) --entry \(entry.prefix(12)) --reason …"
    case .detachedHead: "to keep it: git switch -c BRANCH"
    case .spelling, .notNext: "if this is not intended, undo the freeze"
    case .deleted: nil
    }
  }
}
