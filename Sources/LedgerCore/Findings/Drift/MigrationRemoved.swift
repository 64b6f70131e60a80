package import Findings
package import LedgerEntries

extension FindingCode {
  package static let migrationRemoved = FindingCode("SL204", "Frozen migration removed or renamed", canBeNote: true)
}

/// A migration of these frozen versions was removed.
struct MigrationRemoved: LedgerFinding {
  let versions: [String]

  var code: FindingCode { .migrationRemoved }
  var name: String { "removed" }

  func message(of finding: Finding) -> String { finding.frozen(versions, "must not be removed", "removed") }

  func help(for finding: Finding) -> Help? {
    finding.isInProgram
      ? "new databases would lack what it makes. Register it again, with its former body"
      : "new databases would lack it. Restore it: \(fix: finding.restoring(finding.path ?? ""))"
  }
}

/// A migration of these frozen versions has another path.
struct MigrationRenamed: LedgerFinding {
  let versions: [String]
  let renamedTo: String

  var code: FindingCode { .migrationRemoved }
  var name: String { "renamed" }

  func message(of finding: Finding) -> String {
    finding.frozen(versions, "must not be renamed to \(renamedTo)", "renamed to \(renamedTo)")
  }

  func help(for finding: Finding) -> Help? {
    finding.isInProgram
      ? "databases that have had it would run \(renamedTo) as a new migration. Register it under its former identifier"
      : "the migration tool would run \(renamedTo) as a new migration. Rename it back: \(fix: "git mv \(renamedTo.shellWord) \((finding.path ?? "").shellWord)")"
  }
}

/// A migration that the tool runs again when it changes was removed.
struct RepeatableRemoved: LedgerFinding {
  let versions: [String]

  var code: FindingCode { .migrationRemoved }
  var severity: Severity { .warning }

  func message(of finding: Finding) -> String {
    "\(finding.migrationName ?? ""), a repeatable migration released in \(versions.listed), was removed"
  }

  func help(for finding: Finding) -> Help? {
    "existing databases keep what it created, and new ones lack it: drop that in a new migration"
  }
}

/// A Swift package, or a migration plan, no longer declares the version.
struct VersionRemoved: LedgerFinding {
  let product: String

  var code: FindingCode { .migrationRemoved }

  func message(of finding: Finding) -> String {
    "\(finding.lineBefore)\(product) no longer declares \(finding.version ?? ""), which is frozen"
  }

  func help(for finding: Finding) -> Help? {
    "stores of \(finding.version ?? "") cannot be migrated without it: put the version back into the migration plan"
  }
}

/// A Core Data model no longer has the version. A store keeps its own model, from which a mapping can be inferred.
///
/// https://developer.apple.com/videos/play/wwdc2022/10120/
struct ModelVersionRemoved: LedgerFinding {
  let package: String

  var code: FindingCode { .migrationRemoved }
  var severity: Severity { .warning }
  var name: String { "modelRemoved" }

  func message(of finding: Finding) -> String {
    "\(finding.lineBefore)\(package) no longer has \(finding.version ?? ""), which is frozen"
  }

  func help(for finding: Finding) -> Help? {
    "Core Data can still infer a mapping from the model that a store keeps, but mapping models and code need the version: put it back, or accept this with a waiver"
  }
}

/// The file with a version's schema, which Room has exported, was removed.
struct ExportRemoved: LedgerFinding {
  var code: FindingCode { .migrationRemoved }

  func message(of finding: Finding) -> String {
    "\(finding.path ?? ""), the schema of \(finding.version ?? ""), which is frozen, was removed"
  }

  func help(for finding: Finding) -> Help? {
    "Room's automatic migrations and the tests of migrations need it. Restore it: \(fix: finding.restoring(finding.path ?? ""))"
  }
}

/// All migrations of the latest version were replaced.
struct MigrationsReplaced: LedgerFinding {
  let migrationCount: Int

  var code: FindingCode { .migrationRemoved }
  var name: String { "allReplaced" }

  func message(of finding: Finding) -> String {
    let version = finding.version ?? ""
    return migrationCount == 1
      ? "the only migration of \(version) was replaced: today's source does not have it"
      : "all \(migrationCount) migrations of \(version) were replaced: today's source has none of them"
  }

  func help(for finding: Finding) -> Help? {
    "databases of \(finding.version ?? "") would have no upgrade path: restore the migrations; or, to start over with new ones, freeze these as a new version first"
  }
}

extension Finding {
  package static func migrationRemoved(
    _ record: MigrationRecord, versions: [String], renamedTo path: String?
  ) -> Finding {
    (path.map { Finding(MigrationRenamed(versions: versions, renamedTo: $0)) }
      ?? Finding(MigrationRemoved(versions: versions)))
      .with(version: versions.first, path: record.path)
  }

  package static func versionRemoved(_ version: String, product: String) -> Finding {
    Finding(VersionRemoved(product: product)).with(version: version)
  }

  /// - Parameter package: the `.xcdatamodeld` folder that had it.
  package static func modelVersionRemoved(_ version: String, package: String) -> Finding {
    Finding(ModelVersionRemoved(package: package)).with(version: version)
  }

  /// - Parameter path: the file that had the schema of the version.
  package static func exportRemoved(_ version: String, path: String) -> Finding {
    Finding(ExportRemoved()).with(version: version, path: path)
  }

  /// What it created stays in existing databases.
  package static func repeatableRemoved(_ record: MigrationRecord, versions: [String]) -> Finding {
    Finding(RepeatableRemoved(versions: versions)).with(version: versions.first, path: record.path)
  }

  /// No migration of the latest version is left.
  package static func migrationsReplaced(_ latest: Entry) -> Finding {
    Finding(MigrationsReplaced(migrationCount: latest.migrations.count)).with(version: latest.version.name)
  }
}
