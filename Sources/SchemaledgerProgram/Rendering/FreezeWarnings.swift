import Findings
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import MigrationSources
internal import SQLiteSandbox

/// Writes what the user should know about a new entry before it is released.
struct FreezeWarnings {
  let terminal: Terminal
  let frozen: Freeze.Frozen
  /// The database's name, if several were frozen.
  var database: String?

  private var start: DisplayText { database.map { "\($0): " } ?? "" }

  func write() {
    writeSize(of: frozen.entry)
    FreezeAdvice(frozen: frozen, start: start).write(to: terminal)
    if case .otherBytes = frozen.control { frozen.control.map { start + Wording.words($0) }.map(terminal.message) }
    if let before = frozen.replaced {
      terminal.warn(
        "\(start)no migration of \(before) is left under its name, so nothing here migrates databases of \(before) to \(frozen.entry.version)",
        hint: "if this is not intended, restore them, and remove this version before it is released")
    }
    terminal.write(
      frozen.notices.notes.map { note in
        var note = note
        note.message = (database.map { "\($0): " } ?? "") + note.message
        return note
      })
    for failure in frozen.broken {
      terminal.warn(
        "\(start)the \(failure.kind) \(failure.name) does not compile: \(failure.message)",
        hint: "it is frozen as it is; fix it in a new migration")
    }
    if !frozen.uncommitted.isEmpty { writeUncommitted(frozen.uncommitted) }
  }

  private func writeUncommitted(_ paths: [String]) {
    let more = paths.count - 3
    let place: DisplayText = terminal.otherRoot().map { " (in \($0))" } ?? ""
    terminal.warn(
      "\(start)frozen from files that are not committed: \(paths.prefix(3).shown(separator: " "))"
        + (more > 0 ? " and \(more) more" : ""),
      hint: more > 0
        ? "commit them too; to list them: git status"
        : "git add \(paths.map(\.shellWord).shown(separator: " ")) && git commit\(place)")
  }

  /// Warns about a large fixture, because GitHub limits the size of files:
  ///
  /// > GitHub blocks files larger than 100 MiB. … If you attempt to add or update a file that is larger than 50 MiB,
  /// > you will receive a warning.
  /// https://docs.github.com/en/repositories/working-with-files/managing-large-files/about-large-files-on-github
  private func writeSize(of entry: Entry) {
    guard let size = entry.files[entry.fixtureName]?.size, size > 50 << 20 else { return }
    terminal.warn(
      "\(entry.fixtureName) has \(size >> 20) MiB"
        + (size > 100 << 20 ? ", and GitHub rejects files larger than 100 MiB" : ""),
      hint: "Git keeps every version of it: remove rows from a copy, and freeze that")
  }
}
