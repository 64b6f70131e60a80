internal import CanonicalJSON
package import Findings
package import LedgerEntries

extension FindingCode {
  package static let migrationChanged = FindingCode("SL202", "Frozen migration changed", canBeNote: true)
}

/// A migration of these frozen versions has another meaning.
package struct MigrationChanged: LedgerFinding {
  package let versions: [String]

  package init(versions: [String]) { self.versions = versions }

  package var code: FindingCode { .migrationChanged }
  package var name: String { "changed" }

  package func message(of finding: Finding) -> String { finding.frozen(versions, "must not change", "changed") }

  package func help(for finding: Finding) -> Help? {
    // The rest of the file may be right.
    if finding.isInProgram {
      return "existing databases will not run it again. Undo the edit, and put the change into a new migration"
    }
    return
      "existing databases will not run it again. Put the change into a new migration, and undo the edit: \(fix: finding.restoring(finding.path ?? ""))"
  }
}

/// A migration of these frozen versions was removed or renamed, and another one has what identifies it, such as its number.
struct MigrationReplaced: LedgerFinding {
  let versions: [String]
  /// The path of the other migration.
  let replacedBy: String
  /// The path of the frozen one; `nil` if it does not exist.
  @NullIfNil var renamedTo: String?
  /// A path for the other one at which it is the last migration; `nil` if its name has no number that says so.
  @NullIfNil var laterPath: String?

  var code: FindingCode { .migrationChanged }
  var name: String { "replaced" }

  func message(of finding: Finding) -> String {
    let end = renamedTo.map { ", and is \($0) now" } ?? ""
    return finding.frozen(versions, "must not be replaced by \(replacedBy)", "replaced by \(replacedBy)") + end
  }

  func help(for finding: Finding) -> Help? {
    let path = (finding.path ?? "").shellWord
    let again = renamedTo.map { ", and would run \($0) as a new migration" } ?? ""
    let effect = "existing databases have run it, so that they will not run \(replacedBy)\(again)"
    guard let laterPath else {
      return
        "\(effect). Give \(replacedBy) a name after the last migration, and restore the released one under its name"
    }
    let move = "git mv \(replacedBy.shellWord) \(laterPath.shellWord)"
    return renamedTo.map { renamedTo in
      "\(effect). Rename both: \(fix: "git mv \(renamedTo.shellWord) \(path) && \(move)")"
    }
      ?? "\(effect). Rename it, and restore the released one: \(fix: "\(move) && \(finding.restoring(finding.path ?? ""))")"
  }
}

/// The schema is the frozen one, and these migrations are not; none if the source has fewer.
struct DifferentMigrations: LedgerFinding {
  let migrations: [String]
  var revision: String?
  var store: String?

  var code: FindingCode { .migrationChanged }

  func message(of finding: Finding) -> String {
    "\(SourceOrigin.name(revision, store)) has the schema of \(finding.version ?? ""), but "
      + (migrations.isEmpty ? "fewer migrations" : "other migrations: \(migrations.joined(separator: ", "))")
  }

  func help(for finding: Finding) -> Help? { nil }
}

/// The values of placeholders changed, and with them the text of these migrations, whose files are unchanged.
struct PlaceholdersChanged: LedgerFinding {
  let placeholders: [PlaceholderChange]
  let migrations: [String]
  let versions: [String]

  var code: FindingCode { .migrationChanged }

  func message(of finding: Finding) -> String {
    placeholders.map(\.sentence).joined(separator: ", and ")
      + ": \(migrations.listed), released in \(versions.listed), now \(migrations.count == 1 ? "runs" : "run") different SQL, although \(migrations.count == 1 ? "the file is" : "the files are") unchanged"
  }

  func help(for finding: Finding) -> Help? {
    let values = placeholders.compactMap { change in
      change.before.map { "\(yamlScalar(change.name)): \(yamlScalar($0))" }
    }
    let old =
      values.isEmpty
      ? "remove the new value" : "set the old value again (placeholders: {\(values.joined(separator: ", "))})"
    return
      "existing databases keep what they ran with the old value, and new ones get the new value. In \(Configuration.fileName), \(old), and put the change into a new migration"
  }
}

/// A placeholder with its values when a version was frozen and now; `nil` if it had or has none.
package struct PlaceholderChange: Sendable, Hashable, Codable {
  let name: String
  @NullIfNil var before: String?
  @NullIfNil var after: String?

  package init(name: String, before: String?, after: String?) {
    self.name = name
    self.before = before
    self.after = after
  }

  fileprivate var sentence: String {
    switch (before, after) {
    case (let before?, let after?): "the placeholder \(name) changed from '\(before.shortened)' to '\(after.shortened)'"
    case (nil, let after?): "the placeholder \(name) got the value '\(after.shortened)'"
    case (let before?, nil): "the placeholder \(name) lost its value '\(before.shortened)'"
    case (nil, nil): "the placeholder \(name) changed"
    }
  }
}

extension Finding {
  package static func migrationChanged(_ record: MigrationRecord, versions: [String]) -> Finding {
    Finding(MigrationChanged(versions: versions)).with(version: versions.first, path: record.path)
  }

  /// - Parameters:
  ///   - record: the frozen migration.
  ///   - path: that of another migration, which has its identifier.
  ///   - newPath: that of the frozen one; `nil` if it does not exist.
  ///   - laterPath: one for the other migration, so that it comes last.
  package static func migrationReplaced(
    _ record: MigrationRecord, versions: [String], by path: String, renamedTo newPath: String?, laterPath: String?
  ) -> Finding {
    Finding(MigrationReplaced(versions: versions, replacedBy: path, renamedTo: newPath, laterPath: laterPath))
      .with(version: versions.first, path: record.path)
  }

  package static func differentMigrations(
    _ version: String, _ paths: [String], in origin: SourceOrigin, remedy: Remedy
  ) -> Finding {
    let kind = DifferentMigrations(migrations: paths, revision: origin.revision, store: origin.store)
    return Finding(kind, remedy: remedy).with(version: version)
  }

  /// Findings about migrations whose files are unchanged, as one about the placeholders in them.
  ///
  /// - Parameter findings: SL202, about one migration each. Not empty.
  package static func placeholdersChanged(_ changes: [PlaceholderChange], in findings: [Finding]) -> Finding {
    let versions = findings.compactMap { $0.kind as? MigrationChanged }.flatMap(\.versions).uniqued
    let severity = findings.map(\.severity).max() ?? .error
    let kind = PlaceholdersChanged(
      placeholders: changes, migrations: findings.compactMap(\.migrationName), versions: versions)
    return Finding(kind).atMost(severity)
      .with(version: versions.first, path: findings.first?.path, changes: findings.flatMap(\.changes))
      .setting(\.frozenWith, to: findings.first { $0.severity == severity }?.frozenWith)
  }

  /// The finding as a warning, if the version that was frozen last has the migration as it is now: no edit can undo it.
  package func settled(by latest: Entry?) -> Finding {
    guard let latest, severity == .error else { return self }
    return atMost(.warning).setting(\.frozenWith, to: latest.version.name)
  }

  /// What must not be done to a released migration, or was done before a later version was frozen.
  func frozen(_ versions: [String], _ prohibition: String, _ event: String) -> String {
    "\(migrationName ?? "") was released in \(versions.listed) and "
      + (frozenWith.map { "was \(event) before \($0) was frozen" } ?? prohibition)
  }
}
