public import GitStore
public import LedgerCore
internal import LedgerEntries

/// What would collide if branches that are not merged were: found while one of them can still give way.
public struct BranchReview {
  /// What was found. Nothing of it is an error.
  public struct Result: Sendable {
    /// What was found of each database, in the order of the configuration.
    public var databases: [(database: String, findings: [Finding])] = []
    /// Names of branches that have something of their own and were not compared.
    public var passedOver: [String] = []
    /// Why no branch was compared: the references cannot be read. What waits for a warning goes on without it.
    public var failure: GitError?

    /// Nothing.
    public init() {}

    /// The findings of all databases.
    public var findings: [Finding] { databases.flatMap(\.findings) }
  }

  /// The repository whose branches are read.
  public let repository: Repository
  /// The only database to be looked at; nil for all.
  public let database: String?

  /// What the days of waivers are held against; nil where none passes.
  public let today: CalendarDay?

  /// A review to come; nothing is read before ``result(for:)``.
  public init(repository: Repository, database: String? = nil, today: CalendarDay? = nil) {
    self.repository = repository
    self.database = database
    self.today = today
  }

  /// Holds the index or the work tree against all local and remote branches that HEAD does not reach.
  ///
  /// What is not in this clone is passed over. Before the first commit, and where nothing is configured, there is nothing
  /// to compare. Runs SQL in memory, and no other code of the repository.
  ///
  /// - Throws: `GitError`, `LedgerError.unknownDatabase`, `.invalidWaivers`.
  public func result(for candidate: FileSnapshot) throws -> Result { try result(for: candidate, limit: 50) }

  private func result(for candidate: FileSnapshot, limit: Int) throws -> Result {
    var result = Result()
    guard let head = try repository.head.commit, let configuration = try? Configuration(from: candidate) else {
      return result
    }
    let databases = try database.map { [try configuration.database($0)] } ?? configuration.databases
    let looked = databases.filter(\.looksAtOtherBranches)
    if looked.isEmpty { return result }
    var branches: UnmergedBranches
    do {
      branches = try UnmergedBranches(of: repository, head: head, limit: limit)
    } catch let error as GitError {
      result.failure = error
      return result
    }
    for database in looked {
      let unmerged = try branches.changing(database.sharedFolders)
      var comparison = BranchComparison(repository: repository, configuration: database, candidate: candidate)
      for branch in unmerged {
        do {
          try comparison.add(branch)
        } catch {
          branches.passOver(branch.name)
        }
      }
      let waivers = try Waivers(at: database.ledger, in: candidate, today: today)
      result.databases.append((database.name, waivers.applied(to: comparison.findings)))
    }
    result.passedOver = branches.passedOver
    return result
  }

  /// The same for what is about to be committed; a commit that neither freezes nor changes a migration is not held up.
  ///
  /// - Parameter base: the commit it follows.
  /// - Throws: as ``result(for:)``, and `GitError`.
  public func result(for index: FileSnapshot, after base: FileSnapshot?) throws -> Result {
    guard let base, let configuration = try? Configuration(from: index) else { return Result() }
    let isNews = try configuration.databases.flatMap(\.sharedFolders).contains { folder in
      try index.files(under: folder) != base.files(under: folder)
    }
    guard isNews else { return Result() }
    var result = try result(for: index, limit: 20)
    // Who commits wants to know what is in the way, and nothing else.
    for place in result.databases.indices { result.databases[place].findings.removeAll { $0.severity == .note } }
    return result
  }
}

extension DatabaseConfiguration {
  /// Folders to which each branch adds files of its own.
  var sharedFolders: [String] { [Ledger.fixturesFolder(of: ledger)] + (source.migrations?.paths ?? []) }
}
