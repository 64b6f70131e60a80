internal import Foundation
package import LedgerEntries
internal import MigrationSources
package import SQLiteSandbox
package import SQLiteSchema

/// A schema in a file, which is a database or SQL.
package enum StoredFile {
  /// The header of every database file. https://www.sqlite.org/fileformat.html#magic_header_string
  private static let magic = Array("SQLite format 3\0".utf8)

  /// Whether the file at `path` starts with the header of a database.
  package static func isDatabase(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    return (try? file.read(upToCount: magic.count)).map { Array($0) == magic } ?? false
  }

  /// Whether a file with these first bytes is a database.
  package static func isDatabase(_ head: [UInt8]) -> Bool { head.starts(with: magic) }

  /// The version of SQLite that last wrote a database, such as `3.40.1`; `nil` if the header is too short.
  /// https://www.sqlite.org/fileformat.html#write_library_version_number_and_version_valid_for_number
  package static func sqliteVersion(of database: [UInt8]) -> String? {
    guard database.count >= 100 else { return nil }
    let number = database[96..<100].reduce(0) { $0 << 8 | Int($1) }
    return "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
  }

  /// What distinguishes a database file from one that `VACUUM INTO` writes, as a clause; `nil` if nothing in its header does, and
  /// for what is no database. In such a file, every byte belongs to a page that SQLite reads, and no other file changes what it says.
  /// https://www.sqlite.org/fileformat.html#the_database_header
  package static func oddity(of database: [UInt8]) -> String? {
    guard database.count >= 100, isDatabase(database) else { return nil }
    func number(_ range: Range<Int>) -> Int { database[range].reduce(0) { $0 << 8 | Int($1) } }
    let pageSize = number(16..<18) == 1 ? 65_536 : number(16..<18)
    let size = pageSize * number(28..<32)
    if database.count != size { return "has \(database.count) bytes, and its header says \(size)" }
    if database[18] != 1 || database[19] != 1 { return "expects a write-ahead log beside it" }
    if database[20] != 0 { return "reserves \(database[20]) bytes of each page" }
    if number(32..<36) != 0 || number(36..<40) != 0 { return "has free pages" }
    return database[72..<92].contains { $0 != 0 } ? "has a header with unused bytes that are not zero" : nil
  }

  /// The reason why a file cannot be read, as a clause that follows a sentence.
  package static func reason(_ error: SchemaError) -> String {
    if case .notADatabase(let reason) = error { reason } else { error.message }
  }

  package static func schema(of bytes: [UInt8], ignoring ignoredTables: [String] = []) throws -> CanonicalSchema {
    if bytes.starts(with: magic) {
      return try ScratchDatabase(file: bytes, tracking: .known).schema(ignoring: ignoredTables)
    }
    guard let sql = String(validating: bytes, as: UTF8.self) else {
      throw SchemaError.notADatabase("it is neither a SQLite file nor UTF-8 text")
    }
    if [CanonicalSchema.formatLine, ScratchDatabase.scriptLine].contains(where: sql.hasPrefix) {
      return try ScratchDatabase.schema(ofFrozen: sql, tracking: .known, ignoring: ignoredTables)
    }
    let database = try ScratchDatabase(tracking: .known)
    try database.execute(sql)
    return try database.schema()
  }
}

extension Entry {
  /// The schema of the fixture; an empty one if the tables are not known, and there is no fixture.
  package func schema(of fixture: [UInt8], ignoring ignoredTables: [String]) throws -> CanonicalSchema {
    if !hasTables { return try ScratchDatabase(tracking: .known).schema() }
    // The layout of the file that a script makes does not matter here.
    if hasScript { return try StoredFile.schema(of: fixture, ignoring: ignoredTables) }
    return try ScratchDatabase(file: fixture, tracking: .known).schema(ignoring: ignoredTables)
  }
}

/// The text that Git stores in place of a file in Git LFS. https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
package enum LargeFilePointer {
  package static func matches(_ bytes: [UInt8]) -> Bool {
    bytes.count < 1024 && bytes.starts(with: Array("version https://git-lfs.github.com/spec/".utf8))
  }
}
