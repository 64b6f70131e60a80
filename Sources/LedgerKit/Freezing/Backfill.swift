internal import EntityModel
public import GitStore
public import LedgerCore
internal import LedgerEntries
internal import ProjectModels

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
  ///   - choosesNames: whether the plan may name the versions after their tags if releases with different models state the
  ///     same version, and its configuration may say so. Nothing may be frozen yet.
  /// - Throws: `LedgerError`, `GitError`, `CancellationError`. A release that cannot be frozen is reported in the plan.
  public func plan(
    _ tags: ReleaseTags, _ configuration: DatabaseConfiguration, commits: Bool, controls: Bool,
    choosesNames: Bool = false, progress: (Progress) -> Void
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
      let outcome: PastSources.Outcome
      do {
        outcome = try await sources.source(
          at: release.commit, near: neighbour, .init(release: release.version.name))
      } catch let error as GitError where error.isOfObject {
        // A command needs all files of the commit. The other releases may be whole.
        outcome = .failed(error)
      }
      if case .found(let found) = outcome { neighbour = SourceSimilarity(found, at: release.commit) }
      outcomes.append((release, outcome))
    }
    func planned(in context: LedgerContext) throws -> BackfillPlan {
      var planner = try BackfillPlanner(context: context, processContext: processContext, commits: commits)
      return try planner.plan(outcomes.reversed())
    }
    var plan = try planned(in: context)
    let present = try? context.configuration.schemaSource.read(from: context.workTree).declared
    if choosesNames, let chosen = context.configuration.choosingNames, migratesDirectly(present, outcomes.map(\.1)) {
      let names = Set(try plan.sharedNames + plan.names(declaredOtherwiseIn: present)).sorted()
      let isInOrder = try isInOrder(plan)
      if !names.isEmpty || !isInOrder {
        var byTags = try planned(in: LedgerContext(of: chosen, in: repository))
        byTags.sharedNames = names
        byTags.followsTags = try !isInOrder && self.isInOrder(byTags)
        if !names.isEmpty || byTags.followsTags { plan = byTags }
      }
    }
    if controls, !plan.newItems.isEmpty {
      plan.control = try await HistoryControl(context: context, processContext: processContext).run()
    }
    return plan
  }

  /// Whether the order of the versions is that in which their releases were committed.
  private func isInOrder(_ plan: BackfillPlan) throws -> Bool {
    let times = try plan.items.map { try repository.commitInfo($0.commit).committer.seconds }
    return zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// Whether the app has no migration plan, or one without stages. SwiftData then infers each migration from the models, and
  /// the names of versions mean nothing to it. If the present source cannot be read, the newest release decides.
  ///
  /// - Parameter outcomes: newest release first.
  private func migratesDirectly(_ present: DeclaredVersions?, _ outcomes: [PastSources.Outcome]) -> Bool {
    let past = outcomes.lazy.compactMap { outcome in
      if case .found(let found) = outcome { found.made.built.text.declared } else { nil }
    }
    return (present ?? past.first)?.migration == .direct
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

extension BackfillPlan {
  /// The names of new versions whose models the present source has edited since.
  ///
  /// - Throws: `LedgerError` if the model of a version cannot be read.
  fileprivate func names(declaredOtherwiseIn present: DeclaredVersions?) throws -> [Version] {
    try newItems.filter { item in
      guard let version = present?.version(named: item.version.name), version.problems.isEmpty,
        let document = item.draft?.files[Entry.modelName]
      else { return false }
      let frozen = try DeclaredModel(reading: document, at: Entry.modelName)
      if case .refuses = CoreDataComparison(from: frozen, to: version.model).verdict { return true }
      return false
    }.map(\.version)
  }
}

extension GitError {
  /// Whether an object is missing or cannot be read.
  fileprivate var isOfObject: Bool {
    switch self {
    case .missingObject, .corrupt, .objectTooLarge: true
    default: false
    }
  }
}

extension DatabaseConfiguration {
  /// The configuration of an app with versions that the user names instead of the sources; `nil` for any other source.
  fileprivate var choosingNames: DatabaseConfiguration? {
    guard var models = source.models, models.usesDeclaredNames else { return nil }
    models.usesDeclaredNames = false
    var chosen = self
    chosen.source = .models(models)
    return chosen
  }
}
