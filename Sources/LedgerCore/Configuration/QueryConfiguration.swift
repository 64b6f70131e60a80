/// `queries:` of a database: the application's queries.
public struct QueryConfiguration: Sendable, Hashable {
  /// SQL files and folders of SQL files, relative to the top of the repository.
  public var files: [String] = []
  /// SQL in the configuration itself.
  public var sql: String?
  /// Whether to use the views of a version as queries.
  public var views = false

  /// Creates a configuration without queries.
  public init() {}

  /// Whether the configuration is without queries.
  public var isEmpty: Bool { self == QueryConfiguration() }
}
