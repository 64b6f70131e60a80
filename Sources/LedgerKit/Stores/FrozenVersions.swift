public import GitStore
public import LedgerCore

/// The place where the frozen versions of databases are read: a repository, or files without one.
public struct FrozenVersions {
  /// What is known of versions that are not in the ledger now.
  enum Past {
    /// Git's history.
    case repository(Repository)
    /// The versions of each database, by its name, that a bundle has recorded.
    case recorded([String: [FrozenFixture]], isPartial: Bool)
    case unknown
  }

  /// In the order of the configuration. Never empty.
  public let databases: [DatabaseConfiguration]
  /// The ledgers and, in a repository, today's sources.
  let present: FileSnapshot
  let past: Past

  /// Whether something is known of versions that are not in the ledger now.
  public var knowsPast: Bool {
    if case .unknown = past { false } else { true }
  }

  var repository: Repository? {
    if case .repository(let repository) = past { repository } else { nil }
  }

  /// The versions that a repository has, now and in its history.
  ///
  /// - Throws: `GitError`.
  public init(of databases: [DatabaseConfiguration], in repository: Repository) throws {
    self.init(databases, in: try repository.present(), past: .repository(repository))
  }

  init(_ databases: [DatabaseConfiguration], in present: FileSnapshot, past: Past) {
    (self.databases, self.present, self.past) = (databases, present, past)
  }

  /// The versions of one of the databases.
  ///
  /// - Parameter name: the name of the database; `nil` if there must be only one.
  /// - Throws: `LedgerError.unknownDatabase`, `.severalDatabases`.
  public func only(_ name: String?) throws(LedgerError) -> FrozenVersions {
    let database = try Configuration(databases: databases).database(name)
    return FrozenVersions([database], in: present, past: past)
  }
}
