/// `budget:` of a database: the limits for one migration.
public struct Budget: Sendable, Hashable {
  /// The maximum duration in seconds, for tables of ``rows`` rows.
  public var seconds: Double?
  /// The maximum growth of the file, as a factor.
  public var growth: Double?
  /// The number of rows in each table to which ``seconds`` refers.
  public var rows = Self.defaultRows

  /// The default for ``rows``.
  public static let defaultRows = 100_000

  /// Creates a budget without limits.
  public init() {}

  /// Whether there is no limit.
  public var isEmpty: Bool { seconds == nil && growth == nil }
}
