/// `budget:` of a database: what one migration may take.
public struct Budget: Sendable, Hashable {
  /// Seconds for so many ``rows``.
  public var seconds: Double?
  /// How many times as large the file may become.
  public var growth: Double?
  /// Rows of each table that ``seconds`` are for.
  public var rows = Self.defaultRows

  /// What figures are for where nothing else is said.
  public static let defaultRows = 100_000

  /// None.
  public init() {}

  /// Whether nothing is limited.
  public var isEmpty: Bool { seconds == nil && growth == nil }
}
