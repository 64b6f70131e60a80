internal import LedgerCore
public import SQLiteData
internal import SQLiteSandbox
public import SQLiteSchema

/// The differences between two stores.
public struct StoreComparison: Sendable {
  /// The result of comparing the rows.
  public enum Rows: Sendable {
    /// The rows were not requested.
    case leftOut
    /// The tables that both stores have, sorted by name.
    case compared([TableComparison])
    /// The rows could not be compared. The reason is a clause in English.
    case notCompared(reason: String)
  }

  /// The name of the first store, as the user gave it.
  public let before: String
  /// The name of the second store.
  public let after: String
  /// The differences between the schemas.
  public let diff: SchemaDiff
  /// The differences between the rows of the tables that both stores have.
  public let rows: Rows

  /// Compares the schemas and, with `comparesRows`, the rows of each table that both stores have.
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
      rows = .compared(
        try DatabaseFile.compareRows(before.path, after.path, translating: Self.translation(before, after)))
    } catch SchemaError.busy {
      throw LedgerError.storeInUse(path: after.name)
    } catch let error as SchemaError {
      rows = .notCompared(reason: error.message)
    }
  }

  /// The values of both stores that are in files.
  private static func translation(_ before: Store, _ after: Store) throws -> TranslatedColumns? {
    guard let one = try before.read({ try ExternalFiles(of: before, $0) }),
      let other = try after.read({ try ExternalFiles(of: after, $0) })
    else { return nil }
    return ExternalFiles.translation(one, other)
  }

  /// Whether a row differs, or could not be compared.
  public var hasOtherRows: Bool {
    switch rows {
    case .leftOut: false
    case .notCompared: true
    case .compared(let tables): !tables.allSatisfy(\.isEqual)
    }
  }
}
