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
    if sql.hasPrefix(CanonicalSchema.formatLine) { return try ScratchDatabase.schema(ofFrozen: sql, tracking: .known) }
    let database = try ScratchDatabase(tracking: .known)
    try database.execute(sql)
    return try database.schema()
  }
}

extension Entry {
  /// The schema of the fixture; an empty one if the tables are not known, and there is no fixture.
  package func schema(of fixture: [UInt8], ignoring ignoredTables: [String]) throws -> CanonicalSchema {
    try (hasTables ? ScratchDatabase(file: fixture, tracking: .known) : ScratchDatabase(tracking: .known))
      .schema(ignoring: ignoredTables)
  }
}

/// The text that Git stores in place of a file in Git LFS. https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
package enum LargeFilePointer {
  package static func matches(_ bytes: [UInt8]) -> Bool {
    bytes.count < 1024 && bytes.starts(with: Array("version https://git-lfs.github.com/spec/".utf8))
  }
}
