internal import Findings
internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources

extension Verification {
  /// The findings, those as warnings that suppose a tracking table which the program may no longer read.
  ///
  /// An upgrade leaves out the migrations whose ids the version has. If a build file named a migration tool at the version's
  /// commit and names it no longer, the program may keep its own record now, and run all migrations again.
  ///
  /// - Throws: `GitError`.
  func fromOtherTool(_ findings: [Finding], _ fixture: FrozenFixture) throws -> [Finding] {
    let folders = configuration.source.migrations?.paths ?? []
    guard findings.contains(where: \.mayBeExplained), !fixture.entry.migrations.isEmpty,
      let folder = try folders.first(where: { try present.list($0) != nil }),
      let past = try snapshot(of: fixture),
      case .tool(let former) = try MigrationFolders.namedTool(
        of: fixture.entry.migrations.map { $0.path.split(separator: "/").dropLast().joined(separator: "/") }.uniqued,
        in: past)
    else { return findings }
    switch try MigrationFolders.namedTool(of: [folder], in: present) {
    case .tool(let tool) where tool == former: return findings
    case .unknown: return findings
    case .tool, .unnamed: break
    }
    return findings.map { finding in
      guard finding.mayBeExplained else { return finding }
      let finding = finding.setting(\.remedy, to: .readTrackingTable(of: former))
      return history == .warning ? finding.atMost(.warning) : finding
    }
  }
}
