public import GitStore
public import LedgerCore
public import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// Freezes all databases as one version, in one commit: either all of them that have changed, or none.
///
/// A database that equals its last version is not frozen again. That version still describes it, as with
/// ``Backfill``, which also makes one entry for each distinct schema.
public struct JointFreeze {
  /// What the version is for one database.
  public enum Outcome: Sendable {
    /// The entry is new.
    case frozen(Freeze.Frozen)
    /// The version was already frozen, with this schema.
    case alreadyFrozen(Ledger.Item)
    /// The database equals its last version or, for a revision, the version before or after.
    case unchanged(since: Ledger.Item)
    /// The version was already frozen, with a different schema or different migrations.
    case differs(Ledger.Item, [Finding])
    /// The database has no source at the revision.
    case absent
    /// The entry could be recorded, and is not because another database differs.
    case heldBack
  }

  /// The outcome of a run.
  public struct Result: Sendable {
    /// In the order of the configuration.
    public let databases: [(name: String, outcome: Outcome)]
    /// The commit, or `nil` if nothing is new or the entries were only written and staged.
    public let commit: ObjectID?

    /// The findings about versions that are frozen with other content; nothing is recorded if there is one.
    public var findings: [Finding] {
      databases.flatMap { database -> [Finding] in
        if case .differs(_, let findings) = database.outcome { return findings }
        return []
      }
    }
  }

  private let databases: [Freeze]

  /// Creates a freeze of these databases. It reads nothing before ``run(_:at:commits:controls:allowsEmpty:)``.
  ///
  /// - Parameter present: what was just read of the work tree, by the names of databases; see ``Freeze``.
  public init(
    repository: Repository, databases: [DatabaseConfiguration], processContext: Freeze.ProcessContext,
    present: [String: PresentSource] = [:]
  ) {
    self.databases = databases.map {
      Freeze(repository: repository, configuration: $0, processContext: processContext, present: present[$0.name])
    }
  }

  /// Freezes the sources as `version`. A database whose version is `user_version` gets that number as its version.
  ///
  /// - Parameters: as for ``Freeze/run(_:at:from:keeping:commits:controls:allowsEmpty:)``.
  /// - Throws: `LedgerError.ofDatabase`, `GitError` and others. Nothing has been changed in that case.
  public func run(
    _ version: Version, at revision: String?, commits: Bool, controls: Bool, allowsEmpty: Bool = false
  ) async throws -> Result {
    let request = Freeze.Request(
      version: version, revision: revision, commits: commits, controls: controls, isOfSeveral: true,
      allowsEmpty: allowsEmpty)
    var prepared: [(name: String, preparation: Freeze.Preparation?)] = []
    var absence: (any Error)?
    for database in databases {
      let name = database.configuration.name
      do {
        prepared.append((name, try await database.prepare(request)))
      } catch  where revision != nil && error.isAbsence {
        prepared.append((name, nil))
        absence = absence ?? error
      } catch {
        throw databases.count > 1 ? LedgerError.ofDatabase(name, error) : error
      }
    }
    if let absence, prepared.allSatisfy({ $0.preparation == nil }) { throw absence }
    let isRefused = prepared.contains { if case .settled(.differs) = $0.preparation { true } else { false } }
    let entries = prepared.compactMap { database -> Freeze.Ready? in
      if case .ready(let entry) = database.preparation { return entry }
      return nil
    }
    let commit =
      isRefused || entries.isEmpty
      ? nil : try await databases.first?.record(entries, message: Self.message(version, entries), commits: commits)
    return Result(
      databases: prepared.map { name, preparation in
        (name, Self.outcome(preparation, version, commit, isRefused: isRefused))
      }, commit: commit)
  }

  private static func outcome(
    _ preparation: Freeze.Preparation?, _ version: Version, _ commit: ObjectID?, isRefused: Bool
  ) -> Outcome {
    switch preparation {
    case nil: return .absent
    case .ready where isRefused: return .heldBack
    case .ready(var entry):
      entry.frozen.commit = commit
      return .frozen(entry.frozen)
    case .settled(.frozen(let frozen)): return .frozen(frozen)
    case .settled(.alreadyFrozen(let item)):
      return item.entry.version == version ? .alreadyFrozen(item) : .unchanged(since: item)
    case .settled(.differs(let item, let findings)): return .differs(item, findings)
    }
  }

  private static func message(_ version: Version, _ entries: [Freeze.Ready]) -> String {
    if entries.count == 1 { return Freeze.message(entries[0]) }
    let lines = entries.map { entry in
      let own = entry.draft.entry.version == version ? "" : " \(entry.draft.entry.version)"
      let changes = entry.frozen.diff.map(\.meaningfulChanges.count)
      let what = changes.map { $0 == 0 ? "no schema changes" : "\($0) change\($0 == 1 ? "" : "s")" } ?? "first version"
      return "* \(entry.configuration.name)\(own): \(what)"
    }
    let trailers = entries.flatMap {
      ["Schema-Version: \($0.draft.entry.version)", "Schema-Entry: \($0.draft.entry.id)"]
    }
    return (["Freeze \(entries.count) schemas \(version)", ""] + lines + [""] + trailers).joined(separator: "\n") + "\n"
  }
}

extension LedgerError {
  /// An error about one of several databases, with its name.
  fileprivate static func ofDatabase(_ name: String, _ error: any Error) -> any Error {
    switch error {
    case let error as LedgerError: LedgerError.ofDatabase(name: name, error)
    case let error as MigrationFolderError: LedgerError.ofDatabase(name: name, .folder(error))
    case let error as EntryError: LedgerError.ofDatabase(name: name, .entry(error))
    default: error
    }
  }
}
