internal import GRDB
public import SQLiteSchema
internal import SQLiteSyntax

/// Compares a database file with a database from which `VACUUM INTO` should have written it.
///
/// The file is the expected one if its bytes are those that VACUUM makes of the database. They may differ although every
/// statement has the same result: another build of SQLite may leave other bytes in the unused parts of pages. So if they
/// differ, everything that a reader can notice is compared.
public struct FileComparison {
  /// The first difference that a reader can notice.
  public enum Difference: Sendable, Hashable {
    case content(DatabaseContent.Difference)
    case applicationID(from: Int, to: Int)
    case encoding(from: String, to: String)
    /// The file is not what it should be in a way that SQLite finds. The reason is a clause.
    case damage(reason: String)
    /// Tables have the same rows with other rowids, or the schema table lists the same objects in another order.
    case order
  }

  private let file: [UInt8]
  private let database: ScratchDatabase
  private let stubs: Stubs
  private let isOfThisSQLite: Bool

  /// - Parameters:
  ///   - file: the bytes of the file.
  ///   - database: the database that it should have.
  ///   - stubs: replacements for functions and collations of the application.
  ///   - isOfThisSQLite: whether this version of SQLite wrote the file. Another version may compute other statistics, and
  ///     write the text of the schema in another way.
  public init(of file: [UInt8], with database: ScratchDatabase, stubs: Stubs, isOfThisSQLite: Bool) {
    self.file = file
    self.database = database
    self.stubs = stubs
    self.isOfThisSQLite = isOfThisSQLite
  }

  /// The first difference, or `nil` if a reader of the file cannot notice any.
  ///
  /// - Parameter isSameSchema: returns whether the database of the file has the expected schema. It is called only if the
  ///   text differs.
  /// - Throws: `SchemaError` if the database cannot be read; errors of `isSameSchema`.
  public func difference(isSameSchema: (ScratchDatabase) throws -> Bool) throws -> Difference? {
    let expected = try database.file()
    if Self.areSame(file, expected) { return nil }
    let frozen: ScratchDatabase
    let content: DatabaseContent
    do {
      frozen = try ScratchDatabase(file: file, tracking: database.tracking, stubs: stubs)
      content = try frozen.content()
    } catch let error as SchemaError {
      return .damage(reason: error.message)
    }
    let made = try database.content()
    let difference = try made.difference(to: content) { try isSameSchema(frozen) }
    if let difference { return .content(difference) }
    do {
      return try storageDifference(of: frozen, hasSameText: made.storedText == content.storedText, expected)
    } catch let error as SchemaError {
      return .damage(reason: error.message)
    }
  }

  private func storageDifference(
    of frozen: ScratchDatabase, hasSameText: Bool, _ expected: [UInt8]
  ) throws -> Difference? {
    let (own, other) = (try database.properties(), try frozen.properties())
    if own.applicationID != other.applicationID {
      return .applicationID(from: own.applicationID, to: other.applicationID)
    }
    if own.encoding != other.encoding { return .encoding(from: own.encoding, to: other.encoding) }
    let tables = try Self.ownTables(isOfThisSQLite: isOfThisSQLite, database).filter {
      try Self.rows(of: $0, in: database) != Self.rows(of: $0, in: frozen)
    }
    if !tables.isEmpty { return .content(.rows(tables)) }
    // What is wrong in the database itself, such as a row that a constraint forbids, is no difference.
    let known = Set(try database.integrityFailures())
    if let failure = try frozen.integrityFailures().first(where: { !known.contains($0) }) {
      return .damage(reason: failure)
    }
    guard isOfThisSQLite, hasSameText else { return nil }
    // The file has been vacuumed once more than the database. Its pages may have another size in another build.
    let again = try ScratchDatabase(file: expected, tracking: database.tracking, stubs: stubs)
    try frozen.execute("PRAGMA page_size = \(own.pageSize); PRAGMA auto_vacuum = \(own.autoVacuum)")
    return Self.areSame(try again.file(), try frozen.file()) ? nil : .order
  }

  /// Whether two files differ at most in the counters of the header, which count what was written to a file before, and in the
  /// version of SQLite. https://www.sqlite.org/fileformat.html#the_database_header
  private static func areSame(_ file: [UInt8], _ other: [UInt8]) -> Bool {
    guard file.count == other.count, file.count >= 100 else { return false }
    let (fileChangeCounter, schemaCookie, versionValidFor) = (24..<28, 40..<44, 92..<100)
    var start = 0
    for counter in [fileChangeCounter, schemaCookie, versionValidFor] {
      if file[start..<counter.lowerBound] != other[start..<counter.lowerBound] { return false }
      start = counter.upperBound
    }
    return file[start...] == other[start...]
  }

  /// SQLite's own tables, which may be in the database: the last keys of AUTOINCREMENT, and the statistics.
  /// https://www.sqlite.org/fileformat.html#internal_schema_objects
  private static func ownTables(isOfThisSQLite: Bool, _ database: ScratchDatabase) throws -> [Identifier] {
    var names = ["sqlite_sequence"]
    if isOfThisSQLite {
      names.append("sqlite_stat1")
      // Only some builds of a version have it.
      let hasSamples = try database.rows("SELECT sqlite_compileoption_used('ENABLE_STAT4')").first?.first == "1"
      if hasSamples { names.append("sqlite_stat4") }
    }
    return names.map { Identifier($0) }
  }

  /// The rows of one of SQLite's own tables, sorted; empty if there is none.
  private static func rows(of table: Identifier, in database: ScratchDatabase) throws -> [String] {
    try database.rowTexts(of: table, columns: database.columns(of: table))
  }
}
