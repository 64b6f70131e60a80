import GitStore
import LedgerCore
import LedgerKit
import MigrationSources

extension Collection<MigrationNotice> {
  /// A note for each notice, or one for all of a kind that occurs often.
  var notes: [Note] { summaries.map { Note(code: $0.reason.code, message: $0.message) } }
}

extension BranchReview.Result {
  /// The branches that were not compared, and why.
  var allNotes: [Note] {
    let messages: [(NoteCode, String?)] = [
      (.branchNotCompared, failure.map { "other branches were not compared: \($0.message)" }),
      (.branchNotCompared, notCompared.isEmpty ? nil : Self.list(notCompared, "not compared")),
      (.branchExcluded, excluded.isEmpty ? nil : Self.list(excluded, "excluded by other-branches")),
      (
        .branchNotCompared,
        stale.isEmpty
          ? nil
          : Self.list(
            stale, "more than 90 days older than HEAD, whose migrations were not compared (other-branches: max-age)")
      ),
    ]
    return messages.compactMap { code, message in
      notes.contains(code) ? message.map { Note(code: code, message: $0) } : nil
    }
  }

  private static func list(_ branches: [String], _ words: String) -> String {
    "\(Wording.count(branches.count, "unmerged branch", "unmerged branches")) \(words): \(Wording.some(branches, 3))"
  }
}

extension VerifyReport {
  /// The notes of all databases, except the suggestion of a waiver, which only the text has.
  var notes: [Note] { reports.flatMap(Self.notes) }

  static func notes(of report: Verification.Report) -> [Note] {
    let branches = report.excludedBranches
    let message =
      "the versions of \(Wording.count(branches.count, "unmerged branch", "unmerged branches")) were not compared, "
      + "excluded by other-branches: \(Wording.some(branches, 3))"
    return report.notices.notes + (branches.isEmpty ? [] : [Note(code: .branchExcluded, message: message)])
  }
}

extension Terminal {
  /// Writes notes to standard error.
  func write(_ notes: [Note]) {
    for note in notes { message("note: " + note.text) }
  }
}
