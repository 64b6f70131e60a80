package import Findings
package import GitStore
package import LedgerEntries

// Changes of frozen migrations that only history shows: SL202 to SL205.

/// What commits did to a migration.
package enum PastChange: String, Sendable, Hashable, Codable {
  case changed, textChanged, removed, moved
  /// A new migration was put before frozen ones.
  case inserted

  package var code: FindingCode {
    switch self {
    case .changed: .migrationChanged
    case .textChanged: .migrationTextChanged
    case .removed: .migrationRemoved
    case .moved, .inserted: .migrationInserted
    }
  }
}

/// What became of a change by a commit.
package struct PastState: Sendable, Hashable, Codable {
  private enum State: String, Sendable, Hashable, Codable {
    case present, undone, unmerged
  }

  private let state: State
  /// The unmerged branches that have the change; `nil` unless only they have it.
  private var branches: [String]?

  /// The source has it now.
  package static let present = PastState(state: .present)
  package static let undone = PastState(state: .undone)
  /// Only these unmerged branches have it.
  package static func unmerged(_ branches: [String]) -> PastState { PastState(state: .unmerged, branches: branches) }

  fileprivate func clause(undone: String) -> String {
    guard let branches else { return state == .undone ? undone : "" }
    if branches.isEmpty { return " on an unmerged branch" }
    let names = branches.prefix(3).joined(separator: ", ") + (branches.count > 3 ? " and others" : "")
    return branches.count == 1 ? " on \(names), which is not merged" : " on \(names), which are not merged"
  }

  fileprivate func help(after change: PastChange) -> Help? {
    guard state == .undone, change != .textChanged else { return nil }
    return change == .inserted
      ? "databases that were created in between have run it" : "databases that were created in between may differ"
  }
}

/// What commits did to a frozen migration and what cannot be seen in the source now.
struct ChangedInHistory: LedgerFinding {
  let change: PastChange
  let versions: [String]
  let state: PastState

  init(change: PastChange, versions: [String], state: PastState) {
    self.change = change
    self.versions = versions
    self.state = state
  }

  init(from decoder: any Decoder) throws {
    self.init(
      change: try decoder.member("change"), versions: try decoder.member("versions"),
      state: try PastState(from: decoder))
  }

  func encode(to encoder: any Encoder) throws {
    try state.encode(to: encoder)
    try encoder.add(change, "change")
    try encoder.add(versions, "versions")
  }

  var code: FindingCode { change.code }
  var severity: Severity { change == .textChanged ? .note : .warning }

  func message(of finding: Finding) -> String {
    let path = finding.migrationName ?? ""
    if change == .inserted { return "\(path) was inserted before migrations of \(versions.listed), and later removed" }
    let verb =
      switch change {
      case .changed: "was changed"
      case .textChanged: "got a different text with the same meaning"
      case .removed: "was removed or renamed"
      case .moved: "changed its position"
      case .inserted: "was inserted"
      }
    return "\(path), released in \(versions.listed), \(verb)\(state.clause(undone: ", and later restored"))"
  }

  func help(for finding: Finding) -> Help? { state.help(after: change) }
}

/// What one commit did to several frozen migrations.
struct ChangedByCommit: LedgerFinding {
  let change: PastChange
  let commit: ObjectID
  let migrations: [String]
  let state: PastState
  let isSquash: Bool

  init(change: PastChange, commit: ObjectID, migrations: [String], state: PastState, isSquash: Bool) {
    (self.change, self.commit, self.migrations) = (change, commit, migrations)
    (self.state, self.isSquash) = (state, isSquash)
  }

  init(from decoder: any Decoder) throws {
    self.init(
      change: try decoder.member("change"), commit: try decoder.member("commit"),
      migrations: try decoder.member("migrations"), state: try PastState(from: decoder),
      isSquash: try decoder.member("isSquash"))
  }

  func encode(to encoder: any Encoder) throws {
    try state.encode(to: encoder)
    try encoder.add(change, "change")
    try encoder.add(commit, "commit")
    try encoder.add(migrations, "migrations")
    try encoder.add(isSquash, "isSquash")
  }

  var code: FindingCode { change.code }
  var severity: Severity { .error }

  func message(of finding: Finding) -> String {
    let examples = migrations.prefix(2).joined(separator: ", ") + (migrations.count > 2 ? ", …" : "")
    let subject = migrations.count == 1 ? "a released migration" : "\(migrations.count) released migrations"
    let sentence =
      switch change {
      case .changed: "\(commit.short) changed \(subject) (\(examples))"
      case .textChanged: "\(commit.short) changed the text of \(subject), but not the meaning"
      case .removed: "\(commit.short) \(isSquash ? "squashed" : "removed or renamed") \(subject) (\(examples))"
      case .moved: "\(commit.short) changed the order of \(subject) (\(examples))"
      case .inserted:
        "\(commit.short) inserted \(migrations.count == 1 ? "a migration" : "\(migrations.count) migrations") before released ones (\(examples))"
      }
    return sentence + state.clause(undone: "; they were later restored")
  }

  func help(for finding: Finding) -> Help? {
    guard finding.severity == .error else { return state.help(after: change) }
    if change == .inserted { return "existing databases run them last, and new ones earlier: give them later numbers" }
    return change == .textChanged
      ? "the migration tool compares the text, and stops on databases that have run them. Restore them; to list them: \(inspect: "git show --stat \(commit.short)")"
      : "existing databases keep what these migrations created. Restore them; to list them: \(inspect: "git show --stat \(commit.short)")"
  }
}

extension Finding {
  /// What commits did to a frozen migration, and what cannot be seen in the source now.
  package static func changedInThePast(
    _ record: MigrationRecord, _ change: PastChange, versions: [String], state: PastState
  ) -> Finding {
    Finding(ChangedInHistory(change: change, versions: versions, state: state))
      .with(version: versions.first, path: record.path)
  }

  /// What the same commits did to several frozen migrations, as one finding; `nil` where each is reported by itself.
  package static func ofMany(_ findings: [Finding], state: PastState) -> Finding? {
    guard let first = findings.first, findings.count > 1, let commit = first.changingCommits.last,
      let change = first.pastChange(by: commit.role)
    else { return nil }
    let isSquash = first.changingCommits.contains { $0.role == .squashed }
    // A few errors are reported one by one: each has a help of its own.
    if first.severity == .error, findings.count < 4, !isSquash { return nil }
    let id = (first.changingCommits.first { $0.role != .restored } ?? commit).info.id
    // Where the folder moved, one migration was frozen in several forms.
    let kind = ChangedByCommit(
      change: change, commit: id, migrations: findings.compactMap(\.migrationName).uniqued, state: state,
      isSquash: isSquash)
    return Finding(kind).atMost(first.severity).with(version: first.version, commits: first.changingCommits)
      .setting(\.frozenWith, to: first.frozenWith)
  }

  /// What a commit did to the migration; `nil` for a finding about something else than a frozen migration.
  private func pastChange(by role: Commit.Role) -> PastChange? {
    let moved: PastChange = role == .added ? .inserted : .moved
    switch kind {
    case is MigrationInserted, is MigrationMoved: return moved
    case let kind as ChangedInHistory: return [.inserted, .moved].contains(kind.change) ? moved : kind.change
    case let kind as ChangedByCommit: return kind.change
    default: break
    }
    switch code {
    case .migrationTextChanged: return .textChanged
    case .migrationRemoved: return .removed
    case .schemaChanged, .migrationChanged, .anotherLineage, .upgradePathRemoved: return .changed
    default: return nil
    }
  }
}
