#if SourceReader
  internal import GitStore
  internal import SourceModels
  internal import Synchronization

  /// Keeps what was read of migrators. Most commits of an app change files that have nothing to do with its migrations: the
  /// result is then the same, and only the changed files are looked at.
  struct MigratorMemo: Sendable {
    typealias Outcome = Result<ReadMigrator, MigrationFolderError>

    private let files: [String: ObjectID]
    private let searches: MigratorSearches
    private let outcome: Outcome

    /// What the files say, as `read` finds out from their contents.
    static func outcome(
      of files: [FileSnapshot.File], _ reading: FolderReading,
      read: ([(path: String, bytes: [UInt8])]) throws(MigrationFolderError) -> (Outcome, MigratorSearches)
    ) throws(MigrationFolderError) -> Outcome {
      func contents() throws(MigrationFolderError) -> [(path: String, bytes: [UInt8])] {
        var contents: [(path: String, bytes: [UInt8])] = []
        for file in files {
          if let bytes = try reading.bytes(atPath: file.path) { contents.append((file.path, bytes)) }
        }
        return contents
      }
      let ids = Dictionary(files.compactMap { file in file.id.map { (file.path, $0) } }) { first, _ in first }
      // The work tree has no ids.
      guard ids.count == files.count else { return try read(try contents()).0 }
      let key = Key(folder: reading.folder, migrator: reading.migrator, isPast: reading.isPast)
      for known in kept.withLock({ $0[key] ?? [] }).reversed() where try known.holds(for: ids, reading) {
        return known.outcome
      }
      let (outcome, searches) = try read(try contents())
      kept.withLock { memos in
        memos[key, default: []].append(MigratorMemo(files: ids, searches: searches, outcome: outcome))
        if memos[key, default: []].count > largestCount { memos[key]?.removeFirst() }
      }
      return outcome
    }

    private func holds(for ids: [String: ObjectID], _ reading: FolderReading) throws(MigrationFolderError) -> Bool {
      if searches.parsed.contains(where: { files[$0] != ids[$0] }) { return false }
      for (path, id) in ids where files[path] != id {
        if let bytes = try reading.bytes(atPath: path), searches.concern(bytes) { return false }
      }
      return true
    }

    private struct Key: Hashable {
      let folder: String
      let migrator: String?
      let isPast: Bool
    }

    /// Branches alternate in the order of time.
    private static let largestCount = 8
    private static let kept = Mutex<[Key: [MigratorMemo]]>([:])
  }
#endif
