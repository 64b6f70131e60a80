/// `queries:` of a database: what its program asks of it.
public struct QueryConfiguration: Sendable, Hashable {
  /// SQL files, and folders of them, from the top of the repository.
  public var files: [String] = []
  /// SQL that stands in the configuration itself.
  public var sql: String?
  /// Whether a version's own views count.
  public var views = false

  /// None.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { self == QueryConfiguration() }
}
