package import GitStore
package import SQLiteSchema

/// Facts about a source that no longer says what is frozen: SL201 to SL206 and SL209. The version is the finding's, and so is the
/// path of the migration.
package enum DriftFacts: Sendable, Hashable, Codable {
  /// The schema of a frozen version differs in the source.
  case schemaChanged(Verdict, in: Origin)
  /// The schema is the frozen one, and these migrations are not; none if the source has fewer.
  case differentMigrations([String], in: Origin)
  case changed(versions: [String])
  case textChanged(versions: [String])
  case removed(versions: [String])
  case renamed(versions: [String], to: String)
  /// A migration that the tool runs again when it changes was removed.
  case repeatableRemoved(versions: [String])
  /// A Swift package no longer declares the version.
  case versionRemoved(product: String)
  /// The file with a version's schema, which Room has exported, was removed.
  case exportRemoved
  /// All migrations of the latest version were replaced.
  case allReplaced(count: Int)
  /// Versions whose migrations are neither the latest version's nor today's; `isTried` if they are upgraded nevertheless.
  case anotherLineage(versions: [String], isTried: Bool)
  /// The values of placeholders changed, and with them the text of these migrations, whose files are unchanged.
  case placeholdersChanged([PlaceholderChange], paths: [String], versions: [String])
  /// The source of this kind has no upgrade path for these versions. The previous commit had one.
  case upgradePathRemoved(kind: String, versions: [String], FormerPath)
  /// A new migration runs before a frozen one; `isAllowed` if the tool is configured to run it.
  case inserted(before: String, isAllowed: Bool)
  /// Two frozen migrations have changed places.
  case moved(before: String)
  /// What commits did to a frozen migration and what cannot be seen in the source now.
  case changedInHistory(PastChange, versions: [String], state: PastState)
  /// What one commit did to several frozen migrations.
  case changedByCommit(PastChange, by: ObjectID, paths: [String], state: PastState, isSquash: Bool)

  /// A placeholder with its values when a version was frozen and now; `nil` if it had or has none.
  package struct PlaceholderChange: Sendable, Hashable, Codable {
    package let name: String
    package let before: String?
    package let after: String?

    package init(name: String, before: String?, after: String?) {
      self.name = name
      self.before = before
      self.after = after
    }
  }

  /// The upgrade path that the previous commit configured.
  package enum FormerPath: Sendable, Hashable, Codable {
    /// A folder of migrations; `isPresent` if it still exists.
    case migrations(path: String, convention: String, isPresent: Bool)
    case command(String)
  }

  /// Where a schema or migrations were read.
  package enum Origin: Sendable, Hashable, Codable {
    case today
    case revision(String)
    case store(String)
  }

  /// What commits did to a migration.
  package enum PastChange: String, Sendable, Hashable, Codable {
    case changed, textChanged, removed, moved
    /// A new migration was put before frozen ones.
    case inserted
  }

  /// What became of a change by a commit.
  package enum PastState: Sendable, Hashable, Codable {
    /// The source has it now.
    case present
    case undone
    /// Only these unmerged branches have it.
    case unmerged([String])
  }

  var code: Finding.Code {
    switch self {
    case .schemaChanged: .schemaChanged
    case .differentMigrations, .changed, .placeholdersChanged: .migrationChanged
    case .textChanged: .migrationTextChanged
    case .removed, .renamed, .repeatableRemoved, .versionRemoved, .exportRemoved, .allReplaced: .migrationRemoved
    case .anotherLineage: .anotherLineage
    case .upgradePathRemoved: .upgradePathRemoved
    case .inserted, .moved: .migrationInserted
    case .changedInHistory(let change, _, _), .changedByCommit(let change, _, _, _, _): change.code
    }
  }
}

extension DriftFacts.PastChange {
  package var code: Finding.Code {
    switch self {
    case .changed: .migrationChanged
    case .textChanged: .migrationTextChanged
    case .removed: .migrationRemoved
    case .moved, .inserted: .migrationInserted
    }
  }
}

extension DriftFacts {
  /// What a commit did to the migration.
  func pastChange(by role: Finding.Commit.Role) -> PastChange {
    switch self {
    case .schemaChanged, .differentMigrations, .changed, .anotherLineage, .placeholdersChanged, .upgradePathRemoved:
      .changed
    case .textChanged: .textChanged
    case .removed, .renamed, .repeatableRemoved, .versionRemoved, .exportRemoved, .allReplaced: .removed
    case .inserted, .moved, .changedInHistory(.inserted, _, _), .changedInHistory(.moved, _, _):
      role == .added ? .inserted : .moved
    case .changedInHistory(let change, _, _), .changedByCommit(let change, _, _, _, _): change
    }
  }
}
