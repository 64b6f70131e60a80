internal import Findings
public import GitStore
public import LedgerCore
internal import LedgerEntries

/// Finds collisions with unmerged branches while either side can still be changed.
public struct BranchReview {
  /// The result of a review. It contains no errors, only warnings and notes.
  public struct Result: Sendable {
    /// The findings of each database, in the order of the configuration.
    public var databases: [(database: String, findings: [Finding])] = []
    /// Names of branches that have changes of their own and were not compared.
    public var notCompared: [String] = []
    /// Names of branches that have changes of their own and that the configuration excludes.
    public var excluded: [String] = []
    /// Names of branches with new migrations that were not compared, because their last commit is more than 90 days older than
    /// HEAD.
    public var stale: [String] = []
    /// The codes of the notes about branches that the configuration does not silence.
    public var notes: Set<NoteCode> = [.branchNotCompared, .branchExcluded]
    /// Why no branch was compared, if the references cannot be read. A caller that only wants warnings continues
    /// without them.
    public var failure: GitError?

    /// Creates an empty result.
    public init() {}

    /// The findings of all databases.
    public var findings: [Finding] { databases.flatMap(\.findings) }
  }

  /// The repository whose branches are read.
  public let repository: Repository
  /// The only database to review, or `nil` for all.
  public let database: String?

  /// The day on which a waiver's expiry is checked, or `nil` if waivers do not expire.
  public let today: CalendarDay?

  /// Where the outcomes of comparisons are kept for the next run, or `nil` if they are not.
  public let results: ResultCache?

  /// Creates a review. It reads nothing before ``result(for:)``.
  public init(
    repository: Repository, database: String? = nil, today: CalendarDay? = nil, results: ResultCache? = nil
  ) {
    self.repository = repository
    self.database = database
    self.today = today
    self.results = results
  }

  /// Compares the index or the work tree with all local and remote branches that are not reachable from HEAD.
  ///
  /// Skips branches whose objects are missing from this clone. The result is empty before the first commit and without
  /// a configuration. Runs SQL in memory, but no other code of the repository.
  ///
  /// - Throws: `GitError`, `LedgerError.invalidConfiguration`, `.unknownDatabase`, `.invalidWaivers`.
  public func result(for candidate: FileSnapshot) throws -> Result { try result(for: candidate, limit: 50) }

  private func result(for candidate: FileSnapshot, limit: Int) throws -> Result {
    var result = Result()
    guard let head = try repository.head.commit, let configuration = try Configuration.ifPresent(in: candidate) else {
      return result
    }
    let databases = try database.map { [try configuration.database($0)] } ?? configuration.databases
    let looked = databases.filter(\.looksAtOtherBranches)
    if looked.isEmpty { return result }
    result.notes = result.notes.filter { !looked.silence($0) }
    var branches: UnmergedBranches
    do {
      branches = try UnmergedBranches(of: repository, head: head, limit: limit)
    } catch let error as GitError {
      result.failure = error
      return result
    }
    let headTime = try repository.commitInfo(head).committer.time
    let stored = results.map { (table: StoredOutcomes.table(in: $0), program: $0.program) }
    for database in looked {
      let filter = BranchFilter(exclusion: database.branchExclusion, today: today)
      let unmerged = try branches.changing(database.sharedFolders, filter)
      let outcomes = try stored.map { stored in
        StoredOutcomes(
          stored.table, program: stored.program, configuration: try candidate.read(Configuration.fileName) ?? [],
          database: database.name)
      }
      var comparison = BranchComparison(
        repository: repository, configuration: database, candidate: candidate, stored: outcomes)
      for branch in unmerged {
        do {
          let isStale = filter.isStale(try repository.commitInfo(branch.tip).committer.time, before: headTime)
          if try comparison.add(branch, isStale: isStale), !result.stale.contains(branch.name) {
            result.stale.append(branch.name)
          }
        } catch {
          branches.skip(branch.name)
        }
      }
      let waivers = try Waivers(at: database.ledger, in: candidate, today: today)
      result.databases.append((database.name, database.withoutSilenced(waivers.applied(to: comparison.findings))))
    }
    stored?.table.write()
    result.notCompared = branches.notCompared
    result.excluded = branches.excluded.sorted()
    return result
  }

  /// Compares the index before a commit. A commit that neither freezes a version nor changes a migration is not
  /// compared.
  ///
  /// - Parameter base: the commit that the new one follows.
  /// - Throws: the errors of ``result(for:)``, and `GitError`.
  public func result(for index: FileSnapshot, after base: FileSnapshot?) throws -> Result {
    guard let base, let configuration = try Configuration.ifPresent(in: index) else { return Result() }
    let isNews = try configuration.databases.flatMap(\.sharedFolders).contains { folder in
      try index.files(under: folder) != base.files(under: folder)
    }
    guard isNews else { return Result() }
    var result = try result(for: index, limit: 20)
    // Before a commit, only problems matter, so notes are left out.
    for place in result.databases.indices { result.databases[place].findings.removeAll { $0.severity == .note } }
    return result
  }
}

extension DatabaseConfiguration {
  /// Folders to which every branch adds its own files.
  var sharedFolders: [String] {
    [Ledger.fixturesFolder(of: ledger), Ledger.withdrawnFolder(of: ledger)] + (source.migrations?.paths ?? [])
  }
}
