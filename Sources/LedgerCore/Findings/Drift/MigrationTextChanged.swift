package import Findings
package import LedgerEntries
package import MigrationSources

extension FindingCode {
  package static let migrationTextChanged = FindingCode(
    "SL203", "Frozen migration changed in text only", .note, canBeNote: true)
}

/// A migration of these frozen versions has another text with the same meaning, which its tool does not compare.
struct MigrationTextChanged: LedgerFinding {
  let versions: [String]

  var code: FindingCode { .migrationTextChanged }
  var name: String { "textChanged" }

  func message(of finding: Finding) -> String {
    "\(finding.migrationName ?? ""), released in \(versions.listed), has a different text with the same meaning"
  }

  func help(for finding: Finding) -> Help? { nil }
}

/// A migration of these frozen versions has another text with the same meaning, and its tool compares the text.
struct MigrationTextCompared: LedgerFinding {
  let versions: [String]
  /// Whether only line endings differ.
  let isLineEndings: Bool
  /// Whether the tool refuses to migrate a database that has run the former text.
  let isRefusal: Bool
  /// What the tool does, as a clause.
  let effect: String

  var code: FindingCode { .migrationTextChanged }
  var name: String { "textCompared" }
  var severity: Severity { isRefusal ? .error : .warning }

  func message(of finding: Finding) -> String {
    let what = isLineEndings ? "line endings" : "text"
    return finding.frozen(
      versions, "must keep its \(what)", "given another \(isLineEndings ? "kind of line ending" : "text")")
  }

  /// What the tool does, and where.
  var cause: String { "on every database that has run it, \(effect)" }

  func help(for finding: Finding) -> Help? {
    "\(cause). Restore it: \(fix: finding.restoring(finding.path ?? ""))"
  }
}

extension Finding {
  /// - Parameters:
  ///   - now: the migration as it is now, with the meaning of the frozen one.
  ///   - frozen: the frozen one, with another text.
  ///   - comparison: what the migration tool compares; `nil` for nothing.
  package static func migrationTextChanged(
    _ now: MigrationRecord, from frozen: MigrationRecord, versions: [String], _ comparison: TextComparison?
  ) -> Finding {
    let isSeen =
      switch comparison?.form {
      case nil: false
      case .bytes, .lines: true
      case .visibleCharacters: frozen.compared == nil || frozen.compared != now.compared
      }
    guard let comparison, isSeen else {
      return Finding(MigrationTextChanged(versions: versions)).with(version: versions.first, path: now.path)
    }
    let kind = MigrationTextCompared(
      versions: versions, isLineEndings: now.text == frozen.text, isRefusal: comparison.isRefusal,
      effect: comparison.effect)
    return Finding(kind).with(version: versions.first, path: now.path)
  }
}
