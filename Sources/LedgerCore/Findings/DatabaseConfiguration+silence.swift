internal import Findings
package import MigrationSources

// Notes that the configuration silences.

extension DatabaseConfiguration {
  /// Whether notes with this code are not reported.
  public func silences(_ code: NoteCode) -> Bool { silenced.contains(code.rawValue) }

  /// The findings without silenced notes. Warnings and errors cannot be silenced.
  package func withoutSilenced(_ findings: [Finding]) -> [Finding] {
    silenced.isEmpty ? findings : findings.filter { $0.severity != .note || !silenced.contains($0.code.rawValue) }
  }

  /// The notices without silenced ones.
  package func withoutSilenced(_ notices: [MigrationNotice]) -> [MigrationNotice] {
    notices.filter { !silences($0.reason.code) }
  }
}

extension Collection<DatabaseConfiguration> {
  /// Whether a note about the repository as a whole is not reported: each database silences it.
  public func silence(_ code: NoteCode) -> Bool { !isEmpty && allSatisfy { $0.silences(code) } }
}
