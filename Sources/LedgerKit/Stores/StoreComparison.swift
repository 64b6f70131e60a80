internal import LedgerCore
public import SQLiteData
internal import SQLiteSandbox
public import SQLiteSchema

/// How two stores differ.
public struct StoreComparison: Sendable {
  /// What became of the rows.
  public enum Rows: Sendable {
    /// Not asked for.
    case leftOut
    /// Sorted by table; those that both have.
    case compared([TableComparison])
    /// For a reason: a clause for people.
    case notCompared(reason: String)
  }

  /// The one, as it was named.
  public let before: String
  /// The other.
  public let after: String
  /// Of the schemas.
  public let diff: SchemaDiff
  /// Of the tables that both have.
  public let rows: Rows

  /// Compares the schemas, and with `comparesRows` the rows of each table that both have.
  ///
  /// - Throws: `LedgerError.storeInUse`, `.notAStore`.
  public init(_ before: Store, _ after: Store, comparesRows: Bool) throws {
    self.before = before.name
    self.after = after.name
    diff = SchemaDiff(from: try before.schema(), to: try after.schema())
    guard comparesRows else {
      rows = .leftOut
      return
    }
    do {
      rows = .compared(try DatabaseFile.compareRows(before.path, after.path))
    } catch SchemaError.busy {
      throw LedgerError.storeInUse(path: after.name)
    } catch let error as SchemaError {
      rows = .notCompared(reason: error.message)
    }
  }

  /// Whether a row is known to be another, or cannot be told.
  public var hasOtherRows: Bool {
    switch rows {
    case .leftOut: false
    case .notCompared: true
    case .compared(let tables): !tables.allSatisfy(\.isEqual)
    }
  }
}
