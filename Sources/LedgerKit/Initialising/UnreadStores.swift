internal import GitStore
internal import LedgerCore
internal import MigrationSources
internal import SwiftProjects

/// Names the ways in which a repository declares a store that no source reads, so that its owner learns why `init` found
/// nothing, and what can be done.
struct UnreadStores {
  /// One candidate for each way, with the first of its files.
  let candidates: [SourceCandidate]

  /// - Throws: `GitError`.
  init(in snapshot: FileSnapshot) throws {
    let paths = try snapshot.files(under: "").map(\.path).filter { path in
      !path.split(separator: "/").dropLast().contains { folder in
        // Code of others, and models of tests, do not show what the repository ships.
        MigrationFolders.ignoredFolderNames.contains(folder.lowercased()) || folder.hasSuffix("Tests")
      }
    }
    candidates = try DatabaseEvidence.find(paths: paths) { try snapshot.read($0) }.compactMap { evidence in
      guard let first = evidence.paths.first, let summary = Self.summary(evidence.kind, evidence.paths.count) else {
        return nil
      }
      return SourceCandidate(path: first, kind: .programs, convention: nil, summary: summary)
    }
  }

  /// What the files are, and what can be done; `nil` for code that uses SQLite in some other way, which ``NearbyPrograms``
  /// names if it changes tables.
  private static func summary(_ kind: DatabaseKind, _ count: Int) -> String? {
    let others = count == 1 ? "" : ", and \(count - 1) more file\(count == 2 ? "" : "s")"
    return switch kind {
    case .swiftData:
      "SwiftData models\(others): no container, version or plan says which of them a store has"
    // These are read, and named by their own candidates.
    case .coreData, .roomSchemas: nil
    case .grdbMigrator:
      "a DatabaseMigrator of GRDB\(others): a program that runs it on a given file can be a source of kind 'command'"
    case .driftSchemas:
      "a schema that Drift has exported\(others): not read; 'dart run drift_dev schema export' can be a source of kind 'command'"
    // SQLDelight's folders are read as migrations.
    case .sqlDelight, .otherSQLite: nil
    }
  }
}
