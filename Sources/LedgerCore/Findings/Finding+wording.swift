package import GitStore
package import LedgerEntries
package import SQLiteSchema

// Every finding's sentence and hint, side by side, so that they can be read as one text.

extension Finding {
  // MARK: SL1xx, the ledger and its history

  package static func rewritten(
    _ entry: Entry, id: String, files: [String], verdict: Verdict?, isCurrent: Bool, restore: String
  ) -> Finding {
    let what = files.isEmpty ? "its files' modes" : files.joined(separator: ", ")
    let meaning = verdict.map { $0 == .identical ? ", the schema is the same" : ", the schema is \($0.rawValue)" } ?? ""
    return Finding(
      .entryRewritten,
      "\(entry.version) was rewritten after it was frozen\(isCurrent ? "" : ", and later restored") (\(what)\(meaning))",
      severity: isCurrent ? .error : .warning,
      hint: isCurrent
        ? "\(restore) brings back what was frozen"
          + (verdict == .identical ? "" : "; freeze the new schema as a new version")
        : "what is in the tree now is what was frozen first; nothing to do but to know"
    ).with(version: entry.version.name, entry: id)
  }

  /// A rewrite that is about to be committed.
  package static func rewriting(_ version: String, path: String, changes: [SchemaChange], restore: String) -> Finding {
    Finding(
      .entryRewritten, "\(path) is part of frozen version \(version) and must not change",
      hint: restore
    ).with(version: version, path: path, changes: changes)
  }

  package static func deleted(_ version: String, id: String?, isBack: Bool, restore: String) -> Finding {
    Finding(
      .entryDeleted,
      isBack ? "\(version) was deleted and later brought back" : "\(version) was deleted from the ledger",
      severity: isBack ? .warning : .error,
      hint: isBack ? nil : restore
    ).with(version: version, entry: id)
  }

  /// A branch or tag goes, and no other has the entry.
  package static func deletedReference(_ reference: String, with version: String, id: String) -> Finding {
    Finding(
      .entryDeleted, "\(version) is frozen in \(reference) alone, which is to be deleted",
      hint: "merge it first, or keep it under a tag"
    ).with(version: version, entry: id)
  }

  static func mismatch(_ entry: Entry, id: String, path: String, _ what: String, hint: String? = nil) -> Finding {
    Finding(
      .digestMismatch, "\(entry.version): \(what)", hint: hint ?? "git checkout HEAD -- \(path.shellWord)"
    ).with(version: entry.version.name, entry: id, path: path)
  }

  package static func notWhole(_ folder: String, _ reason: String, hint: String? = nil) -> Finding {
    // Nothing is wrong with an entry of a newer format.
    let isNewer = reason.hasPrefix(Entry.newerFormat)
    return Finding(
      .digestMismatch, "\(folder) \(isNewer ? "cannot be read" : "is no whole entry"): \(reason)",
      hint: isNewer
        ? Entry.newerFormatHint
        : hint ?? "git checkout HEAD -- \(folder.shellWord), or remove it and freeze the version again"
    ).with(version: folder.split(separator: "/").last.map(String.init), path: folder)
  }

  package static func brokenChain(_ entry: Entry, id: String, missing parent: String) -> Finding {
    Finding(
      .chainBroken, "\(entry.version) names a parent that is not in the ledger: entry \(parent.prefix(12))",
      hint: "git log --all --diff-filter=D -- '*/\(Entry.fileName)' shows where entries were deleted"
    ).with(version: entry.version.name, entry: id)
  }

  package static func collision(_ version: String, ids: [String]) -> Finding {
    Finding(
      .versionCollision,
      "version \(version) was frozen \(ids.count) times with different content (entries \(ids.map { String($0.prefix(12)) }.joined(separator: ", ")))",
      hint: "freeze one of them under another version, before both reach users"
    ).with(version: version)
  }

  package static func objectMissing(_ id: ObjectID, what: String, promised: Bool) -> Finding {
    Finding(
      .objectMissing, "\(what) cannot be read: object \(id.short) is not in this clone",
      hint: promised ? "git fetch --refetch --no-filter" : "git fsck --full, then fetch from a clone that has it")
  }

  package static func shallow() -> Finding {
    Finding(
      .shallowClone, "this clone is shallow: history ends early, and versions before that are not seen",
      hint: "git fetch --unshallow (in CI: fetch-depth: 0)")
  }

  // MARK: SL2xx, drift

  package static func schemaChanged(
    _ version: String, _ diff: SchemaDiff, in source: String = "today's source", hint: String
  ) -> Finding {
    Finding(
      .schemaChanged, "the schema frozen as \(version) is \(diff.verdict.rawValue) in \(source)",
      severity: diff.verdict == .reordered ? .warning : .error, hint: hint
    ).with(version: version, changes: diff.meaningfulChanges)
  }

  package static func otherMigrations(_ version: String, _ paths: [String], in source: String, hint: String) -> Finding
  {
    let which = paths.isEmpty ? "fewer migrations" : "other migrations (\(paths.joined(separator: ", ")))"
    return Finding(
      .migrationChanged, "\(version) was frozen with the same schema, but \(source) has \(which)", hint: hint
    )
    .with(version: version)
  }

  package static func migrationChanged(_ record: MigrationRecord, versions: [String], textOnly: Bool) -> Finding {
    let frozen = "\(record.path), frozen in \(versions.joined(separator: ", ")),"
    return textOnly
      ? Finding(.migrationTextChanged, "\(frozen) has other text and the same meaning", severity: .note)
        .with(version: versions.first, path: record.path)
      : Finding(
        .migrationChanged, "\(frozen) was changed",
        hint:
          "databases that have had it will not run it again: git checkout HEAD -- \(record.path.shellWord), and write a new migration"
      ).with(version: versions.first, path: record.path)
  }

  package static func migrationRemoved(
    _ record: MigrationRecord, versions: [String], renamedTo path: String?
  ) -> Finding {
    let frozen = "\(record.path), frozen in \(versions.joined(separator: ", ")),"
    return Finding(
      .migrationRemoved, path.map { "\(frozen) was renamed to \($0)" } ?? "\(frozen) was removed",
      hint: path.map {
        "the tool takes \($0) for a new migration and runs it again: git mv \($0.shellWord) \(record.path.shellWord)"
      }
        ?? "new databases will lack it: git checkout HEAD -- \(record.path.shellWord)"
    ).with(version: versions.first, path: record.path)
  }

  package static func versionRemoved(_ version: String, product: String) -> Finding {
    Finding(
      .migrationRemoved, "\(product) no longer declares \(version), which is frozen",
      hint: "stores of \(version) cannot be migrated without it: put the version back into the plan"
    ).with(version: version)
  }

  /// What it made stays where it was made.
  package static func repeatableRemoved(_ record: MigrationRecord, versions: [String]) -> Finding {
    Finding(
      .migrationRemoved, "\(record.path), repeatable and frozen in \(versions.joined(separator: ", ")), was removed",
      severity: .warning,
      hint: "databases that have had it keep what it made, new ones lack it: drop that in a new migration"
    ).with(version: versions.first, path: record.path)
  }

  /// The finding, where the version that was frozen last has it as it is now: what was an error then is a fact.
  package func settled(by latest: Entry?) -> Finding {
    guard let latest, severity == .error else { return self }
    var finding = self
    finding.severity = .warning
    finding.isSettled = true
    finding.message += " before \(latest.version) was frozen"
    finding.hint =
      "it cannot be taken back: \(latest.version) has it as it is now; schemaledger verify tells where databases of \(version ?? "then") arrive"
    return finding
  }

  /// No migration of the latest version is left.
  package static func migrationsReplaced(_ latest: Entry) -> Finding {
    Finding(
      .migrationRemoved,
      "all \(latest.migrations.count) migrations frozen in \(latest.version) were replaced: today's source has none of them",
      hint:
        "databases of \(latest.version) would have no way forward: bring them back; to start anew all the same, freeze what is there now as a new version first"
    ).with(version: latest.version.name)
  }

  /// Versions of before the project started anew with other migrations.
  package static func anotherLineage(_ items: [Ledger.Item]) -> Finding {
    let names = items.map(\.entry.version.name)
    let which = names.count > 3 ? "\(names[0]) to \(names[names.count - 1])" : names.joined(separator: ", ")
    let count = names.count == 1 ? "1 version has" : "\(names.count) versions have"
    return Finding(
      .anotherLineage, "\(count) migrations of another lineage (\(which)): no way forward by today's", severity: .note
    ).with(version: names.last, path: items.last.map { $0.folder + "/" + Entry.fileName })
  }

  /// - Parameter isAllowed: whether the tool is told to run it all the same.
  package static func migrationInserted(
    _ path: String, before frozen: String, version: String, isAllowed: Bool = false
  ) -> Finding {
    Finding(
      .migrationInserted, "\(path) is new and comes before \(frozen), frozen in \(version)",
      severity: isAllowed ? .note : .error,
      hint: isAllowed
        ? "out-of-order is set: schemaledger verify tells whether databases of \(version) end where new ones do"
        : "databases of \(version) run it after \(frozen), new ones before: give it a later number"
    ).with(version: version, path: path)
  }

  package static func migrationMoved(_ path: String, before other: String, version: String) -> Finding {
    Finding(
      .migrationInserted, "\(path) now runs before \(other), and ran after it when \(version) was frozen",
      hint: "databases of \(version) had them the other way round: put them back into that order"
    ).with(version: version, path: path)
  }

  /// What commits did to a frozen migration, and what is not to be seen in the source now.
  ///
  /// - Parameter place: how it stands today, as ``putBack`` or ``elsewhere(_:)`` says it.
  package static func changedInThePast(
    _ record: MigrationRecord, _ code: Code, versions: [String], isNew: Bool = false, place: String
  ) -> Finding {
    if isNew {
      return Finding(
        code,
        "\(record.path) was put before what is frozen in \(versions.joined(separator: ", ")), and taken back later",
        severity: .warning, hint: "databases that were made in between have had it"
      ).with(version: versions.first, path: record.path)
    }
    let what =
      switch code {
      case .migrationTextChanged: "got other text with the same meaning"
      case .migrationRemoved: "was removed or renamed"
      case .migrationInserted: "changed places"
      default: "was changed"
      }
    return Finding(
      code, "\(record.path), frozen in \(versions.joined(separator: ", ")), \(what)\(place)",
      severity: code == .migrationTextChanged ? .note : .warning,
      hint: code != .migrationTextChanged && place == putBack
        ? "databases that were made in between have had the other" : nil
    ).with(version: versions.first, path: record.path)
  }

  package static let putBack = ", and put back later"

  package static func elsewhere(_ references: [String]) -> String {
    let some = references.prefix(3).joined(separator: ", ")
    return
      " in \(references.isEmpty ? "a branch" : some)\(references.count > 3 ? " and others" : ""), which is not merged"
  }

  /// What the same commits did to several frozen migrations, as one finding; nil where each has to be told.
  ///
  /// - Parameter place: as of ``changedInThePast(_:_:versions:place:)``.
  package static func ofMany(_ findings: [Finding], place: String) -> Finding? {
    guard let first = findings.first, let commit = first.culprits.last, findings.count > 1 else { return nil }
    let isSquash = first.culprits.contains { $0.role == "squashed" }
    // A few errors are told one by one: each has a help of its own.
    if first.severity == .error, findings.count < 4, !isSquash { return nil }
    let id = (first.culprits.first { $0.role != "restored" } ?? commit).info.id.short
    // Where the folder moved, one migration was frozen in several forms.
    let paths = findings.compactMap(\.path).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let examples = paths.prefix(2).joined(separator: ", ") + (paths.count > 2 ? ", …" : "")
    let many = paths.count == 1 ? "a frozen migration" : "\(paths.count) frozen migrations"
    let some = "\(many) (\(examples))"
    let message =
      switch first.code {
      case .migrationTextChanged: "\(id) changed the text of \(many) and no meaning"
      case .migrationRemoved: "\(id) \(isSquash ? "squashed" : "removed or renamed") \(some)"
      case .migrationInserted where commit.role == "added":
        "\(id) put \(paths.count == 1 ? "a migration" : "\(paths.count) migrations") before frozen ones (\(examples))"
      case .migrationInserted: "\(id) brought \(some) into another order"
      default: "\(id) changed \(some)"
      }
    return Finding(
      first.code, message + (place == putBack ? ", and they were put back later" : place), severity: first.severity,
      hint: first.severity == .error && commit.role == "added"
        ? "databases out there run them last, new ones before: give them later numbers"
        : first.severity == .error
          ? "databases that have had them keep what they made; git show --stat \(id) lists them: bring them back"
          : first.hint
    ).with(version: first.version, commits: first.culprits)
  }

  package static func takeBack(_ commit: ObjectID) -> String {
    "databases that have had it will not run it again: take back what git show \(commit.short) shows of it, and write a new migration"
  }

  package static func bringBack(_ path: String, from commit: ObjectID) -> String {
    "new databases will lack it: git checkout \(commit.short)~ -- \(path.shellWord)"
  }

  /// The finding, about a version of whose migrations one was changed since.
  package func because(_ path: String, _ role: String, since version: String) -> Finding {
    var finding = self
    let what = role == "added" ? "was put before those of \(version)" : "was \(role) after \(version)"
    finding.hint = "\(path) \(what)\(hint.map { ": " + $0 } ?? "")"
    return finding
  }

  // MARK: SL3xx, migration

  /// The finding, when it holds with one setting of `PRAGMA foreign_keys` alone.
  package func only(foreignKeys: Bool) -> Finding {
    var finding = self
    finding.message += foreignKeys ? " (with foreign keys on)" : " (with foreign keys off)"
    return finding
  }

  package static func migrationFailed(_ version: String?, _ error: LedgerError) -> Finding {
    var finding = Finding(
      .migrationFailed, version.map { "\($0) does not migrate: \(error.message)" } ?? error.message,
      hint: error.hint)
    finding.version = version
    finding.output = error.output
    if case .sqlFailed(let path, _, _) = error { finding.path = path }
    if case .transactionLeftOpen(let path) = error { finding.path = path }
    return finding
  }

  package static func arrivesElsewhere(_ version: String, _ diff: SchemaDiff) -> Finding {
    let reordered = diff.verdict == .reordered
    return Finding(
      reordered ? .arrivesReordered : .arrivesElsewhere,
      reordered
        ? "\(version), migrated, has its columns in another order than a new database"
        : "\(version), migrated, has another schema than a new database",
      severity: reordered ? .warning : .error,
      hint: reordered
        ? "SELECT * and INSERT without a column list see it; name the columns"
        : "add a migration that makes old databases what new ones are"
    ).with(version: version, changes: diff.meaningfulChanges)
  }

  /// What migrations make of nothing, or of the database at `base`, is not what a new database has.
  package static func migrationsDisagree(from base: String?, _ diff: SchemaDiff) -> Finding {
    let reordered = diff.verdict == .reordered
    let subject = base.map { "\($0), migrated," } ?? "a database made by the migrations"
    return Finding(
      reordered ? .arrivesReordered : .arrivesElsewhere,
      "\(subject) has \(reordered ? "its columns in another order" : "another schema") than a new database",
      severity: reordered ? .warning : .error,
      hint: "what is missing in the one has to be written into the other"
    ).with(path: base, changes: diff.meaningfulChanges)
  }

  /// A database that the source keeps of an older version is not what the migrations make.
  package static func snapshotDisagrees(_ path: String, _ diff: SchemaDiff) -> Finding {
    let reordered = diff.verdict == .reordered
    return Finding(
      reordered ? .arrivesReordered : .arrivesElsewhere,
      "\(path) has \(reordered ? "its columns in another order" : "another schema") than the migrations up to it make",
      severity: reordered ? .warning : .error,
      hint:
        "git log -p -- \(path.shellWord) shows when it was written; one of the migrations before it was changed, or the file"
    ).with(path: path, changes: diff.meaningfulChanges)
  }

  package static func foreignKeyViolation(_ version: String, table: String, parent: String, count: Int) -> Finding {
    var finding = Finding(
      .foreignKeyViolation,
      "\(version), migrated, has \(count) row\(count == 1 ? "" : "s") in \(table) without their \(parent)",
      hint: "PRAGMA foreign_key_check(\(table)) lists them")
    finding.version = version
    finding.object = table
    return finding
  }

  package static func integrity(_ version: String, _ message: String) -> Finding {
    var finding = Finding(
      .integrityCheck, "\(version), migrated, fails integrity_check: \(message)",
      hint: "PRAGMA integrity_check after each migration shows which one does it")
    finding.version = version
    return finding
  }

  package static func doesNotCompile(_ version: String, kind: String, name: String, _ message: String) -> Finding {
    var finding = Finding(
      .doesNotCompile, "\(version), migrated, has a \(kind) that no longer compiles: \(name): \(message)",
      hint: "drop and create it again in the migration that changes what it uses")
    finding.version = version
    finding.object = name
    return finding
  }
}
