public import GitStore
internal import LedgerCore

/// Judges the end of a range of commits against its beginning. What happens in between and is undone again does not
/// count.
public struct RangeGate {
  private let gate: RepositoryGate
  private var repository: Repository { gate.repository }

  /// - Parameter gate: judges each pair of commits.
  public init(_ gate: RepositoryGate) { self.gate = gate }

  /// The commits that a range as `git diff` takes it names: `A..B` from A to B, `A...B` from where B left A.
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

  /// What stands against `tip` in place of `bases`. Where nothing that is watched differs, nothing is run.
  ///
  /// - Parameter bases: what it comes after; more than one where history has merged, none where there was nothing.
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`, `CancellationError`.
  public func findings(of tip: ObjectID, after bases: [ObjectID]) async throws -> RepositoryGate.Result {
    let candidate = try repository.snapshot(.commit(tip))
    guard !bases.isEmpty else { return try await gate.findings(in: candidate, after: nil) }
    var whole = RepositoryGate.Result()
    for id in bases where id != tip {
      let base = try repository.snapshot(.commit(id))
      if try isSame(candidate, base) { continue }
      let result = try await gate.findings(in: candidate, after: base)
      if result.removal != nil {
        whole.removal = .configurationRemoved(path: Configuration.fileName, revision: id.short)
      }
      whole.ledgers.merge(result.ledgers) { first, _ in first }
      whole.databases += result.databases.map { name, findings in
        let known = Set(whole.findings.map(\.claim))
        return (name, findings.filter { !known.contains($0.claim) }.map { $0.restored(from: id.short) })
      }
    }
    return whole
  }

  /// Whether all that is watched has the same objects in two commits.
  private func isSame(_ candidate: FileSnapshot, _ base: FileSnapshot) throws -> Bool {
    guard try candidate.id(of: Configuration.fileName) == base.id(of: Configuration.fileName) else { return false }
    guard let configuration = try? Configuration(from: candidate) else {
      return try candidate.read(Configuration.fileName) == nil
    }
    // A command may read anything, unless it is said what.
    if configuration.databases.contains(where: { $0.source.commands.contains { $0.inputs.isEmpty } }) { return false }
    return try configuration.watchedPaths.allSatisfy { path in
      // The whole tree has no name.
      try path != "." && !path.isEmpty && candidate.id(of: path) == base.id(of: path)
    }
  }
}

extension Configuration {
  /// All paths whose change can matter to the ledgers, from the top of the repository.
  var watchedPaths: [String] {
    databases.flatMap { database in
      let version: [String] = if case .file(let path, _) = database.version { [path] } else { [] }
      return [database.ledger] + database.source.paths + version
    }
  }
}
