internal import Findings
internal import GitStore
package import LedgerEntries
package import SQLiteSchema

// SL201 to SL206 and SL209: the source compared with what is frozen.

extension Finding {
  package static func schemaChanged(
    _ version: String, _ diff: SchemaDiff, in origin: DriftFacts.Origin = .today, remedy: Remedy
  ) -> Finding {
    Finding(
      .drift(.schemaChanged(diff.verdict, in: origin)), severity: diff.verdict == .reordered ? .warning : .error,
      remedy: remedy
    ).with(version: version, changes: diff.meaningfulChanges)
  }

  package static func differentMigrations(
    _ version: String, _ paths: [String], in origin: DriftFacts.Origin, remedy: Remedy
  ) -> Finding {
    Finding(.drift(.differentMigrations(paths, in: origin)), remedy: remedy).with(version: version)
  }

  package static func migrationChanged(_ record: MigrationRecord, versions: [String], textOnly: Bool) -> Finding {
    Finding(
      .drift(textOnly ? .textChanged(versions: versions) : .changed(versions: versions)),
      severity: textOnly ? .note : .error
    ).with(version: versions.first, path: record.path)
  }

  package static func migrationRemoved(
    _ record: MigrationRecord, versions: [String], renamedTo path: String?
  ) -> Finding {
    Finding(.drift(path.map { .renamed(versions: versions, to: $0) } ?? .removed(versions: versions)))
      .with(version: versions.first, path: record.path)
  }

  package static func versionRemoved(_ version: String, product: String) -> Finding {
    Finding(.drift(.versionRemoved(product: product))).with(version: version)
  }

  /// - Parameter path: the file that had the schema of the version.
  package static func exportRemoved(_ version: String, path: String) -> Finding {
    Finding(.drift(.exportRemoved)).with(version: version, path: path)
  }

  /// What it created stays in existing databases.
  package static func repeatableRemoved(_ record: MigrationRecord, versions: [String]) -> Finding {
    Finding(.drift(.repeatableRemoved(versions: versions)), severity: .warning)
      .with(version: versions.first, path: record.path)
  }

  /// The finding as a warning, if the version that was frozen last has the migration as it is now: no edit can undo it.
  package func settled(by latest: Entry?) -> Finding {
    guard let latest, severity == .error else { return self }
    var finding = self
    finding.severity = .warning
    finding.frozenWith = latest.version.name
    return finding
  }

  /// No migration of the latest version is left.
  package static func migrationsReplaced(_ latest: Entry) -> Finding {
    Finding(.drift(.allReplaced(count: latest.migrations.count))).with(version: latest.version.name)
  }

  /// Versions from before the project started over with other migrations.
  ///
  /// - Parameter isTried: whether they are upgraded nevertheless.
  package static func anotherLineage(_ items: [Ledger.Item], isTried: Bool = false) -> Finding {
    let names = items.map(\.entry.version.name)
    return Finding(.drift(.anotherLineage(versions: names, isTried: isTried)), severity: .note)
      .with(version: names.last, path: items.last.map { $0.folder + "/" + Entry.fileName })
  }

  /// A configuration without the upgrade path that the previous commit had.
  ///
  /// - Parameters:
  ///   - kind: the kind of the source.
  ///   - versions: the frozen versions, oldest first.
  package static func upgradePathRemoved(
    kind: String, versions: [String], _ former: DriftFacts.FormerPath
  ) -> Finding {
    Finding(.drift(.upgradePathRemoved(kind: kind, versions: versions, former)))
      .with(version: versions.last, path: Configuration.fileName)
  }

  /// Findings about migrations whose files are unchanged, as one about the placeholders in them.
  ///
  /// - Parameter findings: SL202, about one migration each. Not empty.
  package static func placeholdersChanged(
    _ changes: [DriftFacts.PlaceholderChange], in findings: [Finding]
  ) -> Finding {
    var versions: [String] = []
    for case .drift(.changed(let others)) in findings.map(\.facts) {
      versions += others.filter { !versions.contains($0) }
    }
    var finding = Finding(
      .drift(.placeholdersChanged(changes, paths: findings.compactMap(\.migrationName), versions: versions)),
      severity: findings.map(\.severity).max() ?? .error
    ).with(version: versions.first, path: findings.first?.path, changes: findings.flatMap(\.changes))
    finding.frozenWith = findings.first { $0.severity == finding.severity }?.frozenWith
    return finding
  }

  /// - Parameter isAllowed: whether the tool is configured to run it out of order.
  package static func migrationInserted(
    _ path: String, before frozen: String, version: String, isAllowed: Bool = false
  ) -> Finding {
    Finding(.drift(.inserted(before: frozen, isAllowed: isAllowed)), severity: isAllowed ? .note : .error)
      .with(version: version, path: path)
  }

  package static func migrationMoved(_ path: String, before other: String, version: String) -> Finding {
    Finding(.drift(.moved(before: other))).with(version: version, path: path)
  }

  /// What commits did to a frozen migration, and what cannot be seen in the source now.
  package static func changedInThePast(
    _ record: MigrationRecord, _ change: DriftFacts.PastChange, versions: [String], state: DriftFacts.PastState
  ) -> Finding {
    Finding(
      .drift(.changedInHistory(change, versions: versions, state: state)),
      severity: change == .textChanged ? .note : .warning
    ).with(version: versions.first, path: record.path)
  }

  /// What the same commits did to several frozen migrations, as one finding; `nil` where each is reported by itself.
  package static func ofMany(
    _ findings: [Finding], state: DriftFacts.PastState
  ) -> Finding? {
    guard let first = findings.first, case .drift(let facts) = first.facts, let commit = first.changingCommits.last,
      findings.count > 1
    else { return nil }
    let change = facts.pastChange(by: commit.role)
    let isSquash = first.changingCommits.contains { $0.role == .squashed }
    // A few errors are reported one by one: each has a help of its own.
    if first.severity == .error, findings.count < 4, !isSquash { return nil }
    let id = (first.changingCommits.first { $0.role != .restored } ?? commit).info.id
    // Where the folder moved, one migration was frozen in several forms.
    let paths = findings.compactMap(\.migrationName).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    var finding = Finding(
      .drift(.changedByCommit(change, by: id, paths: paths, state: state, isSquash: isSquash)), severity: first.severity
    ).with(version: first.version, commits: first.changingCommits)
    finding.frozenWith = first.frozenWith
    return finding
  }
}
