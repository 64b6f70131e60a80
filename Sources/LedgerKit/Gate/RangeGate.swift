public import GitStore
internal import LedgerCore
internal import LedgerEntries

/// Compares the end of a range of commits with its start. A change that is made and undone within the range does not
/// count.
public struct RangeGate {
  private let gate: RepositoryGate
  private var repository: Repository { gate.repository }

  /// - Parameter gate: checks each pair of commits.
  public init(_ gate: RepositoryGate) { self.gate = gate }

  /// Resolves a range in the notation of `git diff`: `A..B` is from A to B, and `A...B` is from their merge base to B.
  ///
  /// - Throws: `LedgerError.notARange`, `GitError.unknownRevision`, `GitError`.
  public func commits(of range: String) throws -> (bases: [ObjectID], tip: ObjectID) {
    let isSymmetric = range.contains("...")
    let ends = range.split(separator: isSymmetric ? "..." : "..", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2 else { throw LedgerError.notARange(text: range) }
    let commits = try ends.map { try repository.resolve($0.isEmpty ? "HEAD" : $0) }
    let bases = isSymmetric ? try repository.mergeBases(of: commits[1], and: [commits[0]]) : [commits[0]]
    return (bases, commits[1])
  }

  /// Findings that block `tip` on top of `bases`. If no watched path differs, nothing is run.
  ///
  /// - Parameter bases: the commits before `tip`: several if history has merged, none at the start of history.
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`, `CancellationError`.
  public func findings(of tip: ObjectID, after bases: [ObjectID]) async throws -> RepositoryGate.Result {
    let candidate = try repository.snapshot(.commit(tip))
    guard !bases.isEmpty else { return try await gate.findings(in: candidate, after: nil) }
    // These depend on files outside of the watched paths.
    for database in try Configuration.former(in: candidate)?.databases ?? [] {
      try Ledger.refuseOtherCheckouts(of: database.ledger, in: candidate)
    }
    var whole = RepositoryGate.Result()
    for id in bases where id != tip {
      let base = try repository.snapshot(.commit(id))
      if try isSame(candidate, base), try reachesEntries(candidate) { continue }
      let result = try await gate.findings(in: candidate, after: base)
      if result.removal != nil {
        whole.removal = .configurationRemoved(path: Configuration.fileName, revision: id.short)
      }
      whole.ledgers.merge(result.ledgers) { first, _ in first }
      whole.databases += result.databases.map { name, findings in
        let known = Set(whole.findings.map(\.claim))
        return (name, findings.filter { !known.contains($0.claim) }.map { $0.setting(\.revision, to: id.short) })
      }
    }
    return whole
  }

  /// Whether every ledger that the configuration names has entries. A ledger without any may be a mistaken one.
  private func reachesEntries(_ candidate: FileSnapshot) throws -> Bool {
    guard let configuration = try Configuration.ifPresent(in: candidate) else { return true }
    return try configuration.databases.allSatisfy { database in
      try candidate.list(Ledger.fixturesFolder(of: database.ledger))?.isEmpty == false
    }
  }

  /// Whether all watched paths have the same objects in both commits.
  private func isSame(_ candidate: FileSnapshot, _ base: FileSnapshot) throws -> Bool {
    guard try candidate.id(of: Configuration.fileName) == base.id(of: Configuration.fileName) else { return false }
    guard let configuration = try Configuration.ifPresent(in: candidate) else { return true }
    // A command may read any file unless its inputs are declared.
    if configuration.databases.contains(where: { $0.source.commands.contains { $0.inputs.isEmpty } }) { return false }
    return try configuration.watchedPaths.allSatisfy { path in
      // The whole tree does not have a path.
      try path != "." && !path.isEmpty && candidate.id(of: path) == base.id(of: path)
    }
  }
}

extension Configuration {
  /// All paths that can affect the ledgers, relative to the top of the repository.
  var watchedPaths: [String] {
    retired.keys.sorted()
      + databases.flatMap { database in
        let version: [String] = if case .file(let path, _) = database.version { [path] } else { [] }
        return [database.ledger] + database.source.paths + version
      }
  }
}
