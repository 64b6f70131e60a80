internal import Foundation
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
    /// Tables have the same rows with other rowids.
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
    let made = try ScratchDatabase(file: expected, tracking: database.tracking, stubs: stubs)
    let own = try Side(made, isOfThisSQLite: isOfThisSQLite)
    let (frozen, other): (ScratchDatabase, Side)
    do {
      frozen = try ScratchDatabase(file: file, tracking: database.tracking, stubs: stubs)
      other = try Side(frozen, isOfThisSQLite: isOfThisSQLite)
    } catch let error as SchemaError where error.isOfFile {
      return .damage(reason: error.message)
    }
    let difference = try own.content.difference(to: other.content) { try isSameSchema(frozen) }
    if let difference { return .content(difference) }
    return own.difference(to: other)
  }

  /// What a reader notices of a database besides its ``DatabaseContent``.
  private struct Side {
    let content: DatabaseContent
    private let properties: DatabaseProperties
    /// The rows of SQLite's own tables: the last keys of AUTOINCREMENT, and the statistics.
    /// https://www.sqlite.org/fileformat.html#internal_schema_objects
    private let ownRows: [Identifier: [String]]
    private let failures: [String]
    /// The rows of each table in the order of their rowids.
    private let order: [String]

    init(_ database: ScratchDatabase, isOfThisSQLite: Bool) throws {
      content = try database.content()
      properties = try database.properties()
      var names = ["sqlite_sequence"]
      // Only some builds of a version have the samples.
      let hasSamples = try database.rows("SELECT sqlite_compileoption_used('ENABLE_STAT4')") == [["1"]]
      if isOfThisSQLite { names += hasSamples ? ["sqlite_stat1", "sqlite_stat4"] : ["sqlite_stat1"] }
      var ownRows: [Identifier: [String]] = [:]
      for name in names.map({ Identifier($0) }) {
        ownRows[name] = try database.rowTexts(of: name, columns: database.columns(of: name))
      }
      self.ownRows = ownRows
      failures = try database.integrityFailures()
      order = isOfThisSQLite ? try database.rowidTables().flatMap { try database.rowids($0) } : []
    }

    func difference(to other: Side) -> Difference? {
      if properties.applicationID != other.properties.applicationID {
        return .applicationID(from: properties.applicationID, to: other.properties.applicationID)
      }
      if properties.encoding != other.properties.encoding {
        return .encoding(from: properties.encoding, to: other.properties.encoding)
      }
      let tables = ownRows.keys.filter { ownRows[$0] != other.ownRows[$0] }
      if !tables.isEmpty { return .content(.rows(tables.sorted())) }
      // What is wrong in the database itself, such as a row that a constraint forbids, is no difference.
      let known = Set(failures)
      if let failure = other.failures.first(where: { !known.contains($0) }) { return .damage(reason: failure) }
      return order == other.order ? nil : .order
    }
  }

  /// Whether two files differ at most in the counters of the header, which count what was written to a file before, and in the
  /// version of SQLite. https://www.sqlite.org/fileformat.html#the_database_header
  package static func areSame(_ file: [UInt8], _ other: [UInt8]) -> Bool {
    guard file.count == other.count, file.count >= 100 else { return false }
    let (fileChangeCounter, schemaCookie, versionValidFor) = (24..<28, 40..<44, 92..<100)
    let ends = [fileChangeCounter, schemaCookie, versionValidFor].map(\.lowerBound) + [file.count]
    let starts = [0] + [fileChangeCounter, schemaCookie, versionValidFor].map(\.upperBound)
    return file.withUnsafeBytes { file in
      other.withUnsafeBytes { other in
        guard let one = file.baseAddress, let two = other.baseAddress else { return false }
        return zip(starts, ends).allSatisfy { memcmp(one + $0, two + $0, $1 - $0) == 0 }
      }
    }
  }
}

extension ScratchDatabase {
  /// The tables that have rowids, with a name by which these can be read: a column may have taken the others.
  /// https://www.sqlite.org/lang_createtable.html#rowid
  fileprivate func rowidTables() throws -> [(table: Identifier, rowid: String)] {
    let withoutRowid = try rows("SELECT name FROM pragma_table_list WHERE schema = 'main' AND wr = 1")
      .compactMap { $0[0]?.identifier }
    return try storedTables().filter { !withoutRowid.contains($0) }.compactMap { table in
      let columns = try columns(of: table)
      return ["rowid", "_rowid_", "oid"].first { !columns.contains(Identifier($0)) }.map { (table, $0) }
    }
  }

  /// The rows of a table with their rowids, in the order of these.
  fileprivate func rowids(_ place: (table: Identifier, rowid: String)) throws -> [String] {
    let name = Keyword.quoteAlways(place.table)
    let values = (try columns(of: place.table).map(Keyword.quoteAlways)).map { "quote(\($0))" }
    return try rows(
      "SELECT \((["\(place.rowid)"] + values).joined(separator: ", ")) FROM main.\(name) ORDER BY \(place.rowid)"
    )
    .map { row in name + row.map { $0 ?? "" }.joined(separator: ",") }
  }
}

extension SchemaError {
  /// Whether the file is the reason, and not a limit of this run.
  fileprivate var isOfFile: Bool {
    switch self {
    case .sqlite, .notADatabase, .refused: true
    case .timedOut, .outOfMemory, .tooLarge, .busy: false
    }
  }
}
