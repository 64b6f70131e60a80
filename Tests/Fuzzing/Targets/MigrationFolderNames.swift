import GitStore
import MigrationSources

extension FuzzTarget {
  /// Folders of migrations. A line of the input is a path; the lines that begin with a tab are the file's text.
  static let migrations = FuzzTarget(
    name: "migrations", share: 50,
    seeds: { Corpus.projects.map(folderText) },
    words: """
      .sql .SQL .up.sql .down.sql up.sql down.sql migration.sql migration_lock.toml meta/_journal.json snapshot.json
      migrations/ _ - . 1 01 2 10 1.2 2024-01-31 20240101120000 18446744073709551616 9223372036854775808 0 ٣ é e\u{301}
      -- no-transaction provider "sqlite" {"entries":[ "tag":"1" "idx":0 "when":1 "dialect":"sqlite" package.json Cargo.toml
      sqlx diesel = [ ] { } / .. CREATE TABLE PRAGMA
      """.split(whereSeparator: \.isWhitespace).map(String.init) + [
        "\n", "\n\t", " ", "\u{FEFF}", "\n1_a.sql\n\tSELECT 1;",
      ],
    read: { bytes in
      let files = folderFiles(bytes)
      let snapshot = FileSnapshot(memory: files)
      var isRead = false
      for candidate in try MigrationFolders.find(in: snapshot, everywhere: true) {
        let listing = try? MigrationConvention.named(candidate.convention)?.listing(in: candidate.folder, of: snapshot)
        isRead = isRead || listing != nil
      }
      for folder in ["", "migrations", "drizzle"] {
        for convention in MigrationConvention.all {
          guard let listing = try? convention.listing(in: folder, of: snapshot) else { continue }
          try check(listing, of: convention, files)
        }
      }
      for (path, text) in files where path.hasSQLSuffix {
        _ = Dialect.guess(sql: String(decoding: text, as: UTF8.self))
      }
      return isRead
    })

  /// What stands in a file is run as it is, but for tools that mark parts of it or have more in it than SQL. Errors name
  /// the lines of the file, so no line may come before the others.
  private static func check(
    _ listing: MigrationListing, of convention: MigrationConvention, _ files: [String: [UInt8]]
  ) throws {
    guard !listing.migrations.isEmpty || listing.fresh != nil else { throw Violation("no migrations") }
    guard Set(listing.migrations.map(\.id)).count == listing.migrations.count else { throw Violation("an id twice") }
    for migration in listing.migrations {
      guard let bytes = files[migration.path] else { throw Violation("no file \(migration.path)") }
      let isSound =
        switch convention.script {
        case .wholeFile: bytes.reversed().starts(with: migration.up.utf8.reversed())
        case .partOfFile, .substituted, .rewritten:
          migration.up.utf8.count { $0 == UInt8(ascii: "\n") } + migration.firstLine - 1
            <= bytes.count { $0 == UInt8(ascii: "\n") } + 1
        }
      guard isSound else { throw Violation("text of \(migration.path)") }
    }
  }

  private static func folderText(_ files: [String: [UInt8]]) -> [UInt8] {
    files.sorted { $0.key < $1.key }.flatMap { path, bytes in
      Array(path.utf8) + [0x0A]
        + bytes.split(separator: 0x0A, omittingEmptySubsequences: false).flatMap { [0x09] + $0 + [0x0A] }
    }
  }

  private static func folderFiles(_ bytes: [UInt8]) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    var path: String?
    for line in bytes.split(separator: 0x0A) {
      if line.first != 0x09 {
        // Git has no such paths.
        let name = String(decoding: line, as: UTF8.self)
        let isPath =
          !name.utf8.contains(0) && !name.split(separator: "/", omittingEmptySubsequences: false).contains("")
        path = isPath ? name : nil
        if let path { files[path] = files[path] ?? [] }
      } else if let path {
        files[path, default: []] += line.dropFirst() + [0x0A]
      }
    }
    return files
  }
}
