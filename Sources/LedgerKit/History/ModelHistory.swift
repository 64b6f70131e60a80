internal import EntityModel
public import GitStore
public import LedgerCore
internal import ProjectModels

/// The commits that changed the declaration of an entity or a property, with its place in the sources.
public struct ModelHistory {
  /// What one commit changed in one version of the model.
  public struct Event: Sendable {
    /// The commit.
    public let commit: CommitInfo
    /// The name of the version in the sources, such as `AppSchemaV2`.
    public let version: String
    /// The version that it was compared with, if the commit added ``version``; `nil` if the commit changed it.
    public let former: String?
    /// The changes, as sentences without a full stop.
    public let changes: [String]
    /// The file of the declaration, relative to the top of the repository; where it was, if the commit removed it.
    public let path: String
    /// The line in ``path``, from 1.
    public let line: Int
  }

  /// The name of the database.
  public let database: String
  /// The newest first.
  public let events: [Event]
  /// The number of commits whose sources cannot be read.
  public let unreadableCount: Int

  /// The entity and the property in a text such as `Note` or `Note.title`; `nil` if it is something else.
  public static func subject(_ text: String) -> (entity: String, property: String?)? {
    let names = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(names.count),
      names.allSatisfy({ name in
        name.first.map { $0.isLetter || $0 == "_" } == true
          && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      })
    else { return nil }
    return (String(names[0]), names.count == 2 ? String(names[1]) : nil)
  }

  /// Compares each commit that changed the source with its first parent.
  ///
  /// - Returns: `nil` if the source does not declare models, or if no commit changed such a declaration.
  /// - Throws: `GitError`.
  public init?(
    of entity: String, _ property: String?, in configuration: DatabaseConfiguration, of repository: Repository,
    references: ReferenceSelection = .standard, cache: HistoryCache = .standard
  ) throws {
    guard let source = configuration.source.models else { return nil }
    database = configuration.name
    var reader = Reader(repository: repository, configuration: configuration)
    var events: [Event] = []
    var unreadable = 0
    let history = try repository.history(
      of: [source.path], from: try repository.historyTips(references).commits, cache: cache)
    var seen: Set<ObjectID> = []
    for change in history.changes where seen.insert(change.commit).inserted {
      let parents = try repository.commitHeader(change.commit).parents
      if parents.count > 1 { continue }
      guard let after = try reader.versions(at: change.commit) else {
        unreadable += 1
        continue
      }
      // A commit whose parent cannot be read is compared with the last one that can.
      let before = try reader.readable(before: parents.first)
      for comparison in Self.comparisons(before, after) {
        let changes = comparison.changes.filter { change in
          // A new entity is news of a property only if it has the property.
          change.isAbout(entity, property) && (change.property != nil || comparison.has(entity, property))
        }
        guard !changes.isEmpty else { continue }
        let place = comparison.place(of: changes[0])
        events.append(
          Event(
            commit: try repository.commitInfo(change.commit), version: comparison.version.title,
            former: comparison.isNew ? comparison.former?.title : nil, changes: changes.map(\.message),
            path: place.path, line: place.line))
      }
    }
    if events.isEmpty { return nil }
    self.events = events.reversed()
    unreadableCount = unreadable
  }

  /// A version after a commit, and what it is compared with.
  private struct Comparison {
    let version: DeclaredVersions.Version
    /// `nil` if there was none before.
    let former: DeclaredVersions.Version?
    let isNew: Bool

    var changes: [ModelDifference.Change] {
      ModelDifference(
        from: former?.model ?? DeclaredModel(version: version.model.version, entities: []), to: version.model
      ).changes
    }

    /// Whether one of the versions declares a property of an entity; `true` without a property.
    func has(_ entity: String, _ property: String?) -> Bool {
      guard let property else { return true }
      return [version, former].compactMap { $0?.model.entity(named: entity) }.contains { declared in
        declared.attributes.contains { $0.name == property } || declared.relationships.contains { $0.name == property }
      }
    }

    func place(of change: ModelDifference.Change) -> ModelPlace {
      let declared = change.kind == .removed ? former ?? version : version
      return declared.place(ofEntity: change.entity, property: change.property)
    }
  }

  /// Versions of one name are compared with each other, and a new version with the one that was current before.
  private static func comparisons(_ before: DeclaredVersions?, _ after: DeclaredVersions) -> [Comparison] {
    after.versions.filter(\.problems.isEmpty).compactMap { version in
      if let same = before?.versions.first(where: { $0.title == version.title }) {
        return same.model == version.model ? nil : Comparison(version: version, former: same, isNew: false)
      }
      let position = after.versions.firstIndex { $0.title == version.title } ?? 0
      let neighbour = position > 0 ? after.versions[position - 1] : nil
      return Comparison(version: version, former: neighbour ?? before?.current, isNew: true)
    }
  }

  /// Reads each content of the source once.
  private struct Reader {
    let repository: Repository
    let configuration: DatabaseConfiguration
    private var known: [ObjectID: DeclaredVersions?] = [:]

    init(repository: Repository, configuration: DatabaseConfiguration) {
      self.repository = repository
      self.configuration = configuration
    }

    /// `nil` if the source cannot be read at the commit.
    mutating func versions(at commit: ObjectID) throws -> DeclaredVersions? {
      let snapshot = try repository.snapshot(.commit(commit))
      guard let id = try snapshot.id(of: configuration.source.models?.path ?? "") else { return nil }
      if let versions = known[id] { return versions }
      let versions = try? configuration.schemaSource.read(from: snapshot).declared
      known[id] = versions
      return versions
    }

    /// The versions at the nearest first parent that can be read.
    mutating func readable(before commit: ObjectID?) throws -> DeclaredVersions? {
      var next = commit
      while let commit = next {
        if let versions = try versions(at: commit) { return versions }
        next = try repository.commitHeader(commit).parents.first
      }
      return nil
    }
  }
}

extension ModelDifference.Change {
  /// Whether the change is about an entity, or a property of it, under its name before or after.
  fileprivate func isAbout(_ entity: String, _ property: String?) -> Bool {
    let isEntity = self.entity == entity || kind == .renamed && self.property == nil && before == entity
    guard isEntity else { return false }
    guard let property else { return true }
    guard let own = self.property else { return [.added, .removed, .renamed].contains(kind) }
    return own == property || own.hasPrefix(property + ".") || kind == .renamed && before == property
  }
}
