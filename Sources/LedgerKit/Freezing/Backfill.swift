public import GitStore
public import LedgerCore
internal import LedgerEntries

/// Freezes past releases: one entry for each distinct schema, all in one commit.
///
/// All entries are made in memory first. If the run is interrupted before the commit, nothing is written, and the next
/// run starts from the beginning. Files that a killed run has written are included in the commit if their content is
/// the expected one.
public struct Backfill {
  /// The progress of a run.
  public struct Progress: Sendable {
    /// The tag whose source is being read.
    public let tag: String
    /// The number of releases done, and of all releases.
    public let done, total: Int
  }

  /// The repository that gets the commit.
  public let repository: Repository
  /// The environment, the time and a folder for temporary files.
  public let processContext: Freeze.ProcessContext

  /// Creates a backfill. It reads nothing before ``plan(_:_:commits:controls:progress:)``.
  public init(repository: Repository, processContext: Freeze.ProcessContext) {
    self.repository = repository
    self.processContext = processContext
  }

  /// Plans the entries for `tags`. Writes nothing.
  ///
  /// - Parameters:
  ///   - commits: whether a commit follows, which needs the identity of an author.
  ///   - controls: whether to run ``HistoryControl`` if there is something to record.
  /// - Throws: `LedgerError`, `GitError`, `CancellationError`. A release that cannot be frozen is reported in the plan.
  public func plan(
    _ tags: ReleaseTags, _ configuration: DatabaseConfiguration, commits: Bool, controls: Bool,
    progress: (Progress) -> Void
  ) async throws -> BackfillPlan {
    let context = try LedgerContext(of: configuration, in: repository)
    if commits {
      _ = try processContext.identities(in: repository)
      try context.refuseUncommittedWithdrawals()
    }
    let sources = PastSources(
      repository: repository, configuration: configuration, environment: processContext.commandEnvironment)
    // From the newest release to the oldest: the source of a release is recognised by that of the next one.
    var neighbour = try sources.present()
    var outcomes: [(ReleaseTags.Release, PastSources.Outcome)] = []
    for release in tags.releases.reversed() {
      progress(Progress(tag: release.tags[0], done: outcomes.count, total: tags.releases.count))
      let outcome = try await sources.source(
        at: release.commit, near: neighbour, .init(release: release.version.name))
      if case .found(let found) = outcome { neighbour = SourceSimilarity(found, at: release.commit) }
      outcomes.append((release, outcome))
    }
    var planner = try BackfillPlanner(context: context, processContext: processContext, commits: commits)
    var plan = try planner.plan(outcomes.reversed())
    if controls, !plan.newItems.isEmpty {
      plan.control = try await HistoryControl(context: context, processContext: processContext).run()
    }
    return plan
  }

  /// Commits the new entries of the plans, or only writes and stages them.
  ///
  /// - Returns: the commit, or `nil` if there is nothing new or `commits` is false.
  /// - Throws: `GitError`. Nothing has been changed in that case.
  public func record(_ plans: [BackfillPlan], commits: Bool) async throws -> ObjectID? {
    guard let head = plans.first?.context.head else { return nil }
    for plan in plans { try plan.context.completeIndex() }
    guard plans.contains(where: { !$0.newItems.isEmpty }) else { return nil }
    var written: Set<String> = []
    let changes = try plans.flatMap { plan in
      try plan.newItems.isEmpty ? [] : plan.context.changes(for: plan.newItems.compactMap(\.draft))
    }.filter { written.insert($0.path).inserted }
    processContext.willWrite(true)
    defer { processContext.willWrite(false) }
    guard commits else {
      try repository.stage(changes)
      return nil
    }
    let signature = try processContext.identities(in: repository)
    return try await repository.commit(
      changes, message: Self.message(plans), onto: head, author: signature.author, committer: signature.committer)
  }

  private static func message(_ plans: [BackfillPlan]) -> String {
    let items = plans.flatMap { plan in
      plan.newItems.map { (plan.configuration.name, $0) }
    }
    let names = plans.count > 1 || plans.contains { $0.configuration.name != Configuration.defaultDatabase }
    let first = items.count == 1 ? "Freeze the schema of a release" : "Freeze the schemas of \(items.count) releases"
    let lines = items.map { database, item in
      let tags =
        item.tags.count > 3 ? "\(item.tags[0]) … \(item.tags[item.tags.count - 1])" : item.tags.joined(separator: ", ")
      return "* \(names ? "\(database) " : "")\(item.version)  (\(tags))"
    }
    let trailers = items.flatMap { ["Schema-Version: \($1.version)", "Schema-Entry: \($1.entry)"] }
    return ([first, ""] + lines + [""] + trailers).joined(separator: "\n") + "\n"
  }
}
