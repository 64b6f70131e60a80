internal import Findings
internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

extension Finding {
  /// Whether what the program does besides its migrations may explain the finding: an error about frozen migrations that an
  /// empty database shows.
  var mayBeExplained: Bool { severity == .error && evidence == .empty && isPending == false }

  /// What the database of the version lacks according to the finding; empty if it says nothing of the kind, or not only
  /// that.
  var missingParts: [ProgramStatements.Part] {
    if let error = failedSQL {
      if case .table(let name)? = error.unknownName { return [.table(name)] }
      return (error.unknownColumn.map { [.column($0)] } ?? error.virtualTableOfIndex.map { [.table($0)] }) ?? []
    }
    guard code == .schemaDiffers else { return [] }
    let parts = changes.map { change -> ProgramStatements.Part? in
      switch (change.kind.part, change.kind.aspect, change.before, change.after) {
      case (.table, .added?, nil, _?): .table(change.object)
      case (.column, .added?, nil, _?): change.column.map { .column($0) }
      case (.column, .type?, let before?, let after?): .type(before, replacedBy: after)
      default: nil
      }
    }
    return parts.contains(nil) ? [] : parts.compactMap(\.self).uniqued
  }

  /// The finding with the place in the program that may explain it. It is then a warning, unless findings about frozen
  /// migrations are errors.
  func madeByProgram(at place: (path: String, line: Int), replacing: Bool, history: HistoryPolicy) -> Finding {
    let (path, line) = place
    let finding = setting(
      \.remedy, to: replacing ? .readReplacement(path: path, line: line) : .readProgram(path: path, line: line))
    return history == .warning ? finding.atMost(.warning) : finding
  }
}

extension Verification {
  /// The files of the commit from which the version was read or, if it was frozen from the work tree, of the commit that
  /// added it.
  ///
  /// - Throws: `GitError`.
  func snapshot(of fixture: FrozenFixture) throws -> FileSnapshot? {
    let commit = try fixture.entry.commitID.flatMap(repository.commit(at:)) ?? fixture.commits.first
    return try commit.map { try repository.snapshot(.commit($0)) }
  }

  /// The findings, those as warnings that a statement in the program's code may explain: today's, or that of the version.
  ///
  /// - Throws: `GitError`.
  func madeByProgram(_ findings: [Finding], _ fixture: FrozenFixture) throws -> [Finding] {
    func mayBeExplained(_ finding: Finding) -> Bool { finding.mayBeExplained && !finding.missingParts.isEmpty }
    guard let paths = configuration.source.migrations?.paths, findings.contains(where: mayBeExplained) else {
      return findings
    }
    // The folder may have moved since.
    let former = fixture.entry.migrations.map { $0.path.split(separator: "/").dropLast().joined(separator: "/") }
    var snapshots = [present]
    if let snapshot = try snapshot(of: fixture) { snapshots.append(snapshot) }
    let statements = try snapshots.map { try ProgramStatements(around: (paths + former).uniqued, in: $0) }
    return findings.map { finding in
      guard mayBeExplained(finding) else { return finding }
      let parts = finding.missingParts
      let places = parts.compactMap { part in statements.lazy.compactMap { $0.place(creating: part) }.first }
      guard let first = places.first, places.count == parts.count else { return finding }
      return finding.madeByProgram(at: first, replacing: parts[0].isType, history: history)
    }
  }

  /// The findings about rows, those as warnings that a program of the same migration may prevent: it mentions a table of the
  /// statement that fails, and is not run.
  ///
  /// - Throws: `GitError`.
  func besidePrograms(_ findings: [Finding], _ definition: SourceDefinition) throws -> [Finding] {
    func isAboutRows(_ finding: Finding) -> Bool {
      finding.severity == .error && finding.evidence == .generated && finding.failedSQL != nil
    }
    guard findings.contains(where: isAboutRows) else { return findings }
    let steps = try ProgramSteps(definition.notices, in: present)
    return findings.map { finding in
      guard isAboutRows(finding), let path = finding.path, case .sqlite(_, _, let sql?)? = finding.failedSQL,
        let program = steps.program(besides: path, mentioning: Parser.action(of: sql).filled)
      else { return finding }
      return finding.atMost(.warning).setting(\.remedy, to: .runProgram(path: program))
    }
  }
}

extension Action {
  /// The tables whose rows the statement reads or changes.
  fileprivate var filled: [Identifier] {
    switch self {
    case .insert(let insertion): [insertion.table] + (insertion.source?.tables ?? [])
    case .update(let update): [update.table]
    case .delete(let deletion): [deletion.table]
    case .create(let creation): creation.query?.tables ?? []
    default: []
    }
  }
}
