internal import Foundation
internal import GRDB
internal import SchemaModel

/// Copies a store while it may be in use, and says what the copy must contain.
struct StoreSnapshot {
  let identity: StoreIdentity
  /// The number of rows of each table.
  let rows: [String: Int]
  let pages: Int
  /// The names of the external files that rows refer to.
  let references: Set<String>

  /// Copies the database with SQLite's backup interface, which includes the write-ahead log. The contents are those of one
  /// moment, and other connections may write meanwhile. https://www.sqlite.org/backup.html
  init(of files: StoreFiles, _ identity: StoreIdentity, to copy: URL, from source: DatabaseQueue) throws {
    var configuration = Configuration()
    configuration.prepareDatabase {
      // The file counts only once it has been synchronised and verified.
      try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    }
    let destination = try DatabaseQueue(path: copy.path, configuration: configuration)
    self.identity = identity
    (rows, pages, references) = try source.read { database in
      // All pages in one step, within the transaction of the counts.
      try destination.writeWithoutTransaction { try database.backup(to: $0) }
      return (
        try StoreReader.rowCounts(database), try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0,
        try identity.externalFiles(in: database)
      )
    }
    try destination.close()
  }

  /// Links the external files of a store to a copy of it.
  ///
  /// - Returns: the sizes of the files in bytes, by name.
  static func linkExternalFiles(of files: StoreFiles, to copy: StoreFiles) throws -> [String: Int64] {
    guard FileCall.exists(files.external) else { return [:] }
    try FileManager.default.createDirectory(at: copy.external, withIntermediateDirectories: true)
    var sizes: [String: Int64] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: files.external.path) {
      do {
        try FileCall.link(files.external.appendingPathComponent(name), to: copy.external.appendingPathComponent(name))
        sizes[name] = FileCall.size(files.external.appendingPathComponent(name)) ?? 0
      } catch let error as FileCallError where error.code == 2 {
        // Its row has just been deleted. If the copied database still refers to it, the verification says so.
        continue
      }
    }
    return sizes
  }

  /// The reasons why a copy cannot take the place of the store; empty if it can.
  func problems(of copy: StoreFiles, externalFiles: [String: Int64]) throws -> [String] {
    var reasons = try Self.problems(
      of: copy, rows: rows, externalFiles: externalFiles, identifier: identity.identifier,
      version: identity.version ?? "")
    guard reasons.isEmpty else { return reasons }
    let found = try StoreReader.closed(copy.url).read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
    if found != pages { reasons.append("it has \(found) pages instead of \(pages)") }
    if try !StoreIdentity(at: copy.url).isSame(as: identity) { reasons.append("its models are different") }
    return reasons
  }

  /// The reasons why a copy does not have the expected contents; empty if it has.
  static func problems(
    of copy: StoreFiles, rows: [String: Int], externalFiles: [String: Int64], identifier: String, version: String
  ) throws -> [String] {
    let found: (problem: String?, rows: [String: Int])
    let identity: StoreIdentity
    do {
      found = try StoreReader.closed(copy.url).read { database in
        if let problem = try StoreReader.problem(in: database) { return (problem, [:]) }
        return (nil, try StoreReader.rowCounts(database))
      }
      if let problem = found.problem { return ["quick_check: \(problem)"] }
      identity = try StoreIdentity(at: copy.url)
    } catch let error as DatabaseError {
      return ["it cannot be read: \(error.message ?? "\(error)")"]
    } catch let error as StoreError {
      return ["it cannot be read: \(error.message)"]
    }
    var reasons: [String] = []
    if identity.identifier != identifier { reasons.append("it is the store \(identity.identifier), not \(identifier)") }
    if (identity.version ?? "") != version {
      reasons.append("its version is \(identity.version ?? "none") instead of \(version)")
    }
    for table in Set(rows.keys).union(found.rows.keys).sorted() where rows[table] != found.rows[table] {
      let counts = [found.rows[table], rows[table]].map { $0.map { "\($0)" } ?? "no" }
      reasons.append("\(table) has \(counts[0]) rows instead of \(counts[1])")
    }
    for (name, size) in externalFiles.sorted(by: { $0.key < $1.key }) {
      let there = FileCall.size(copy.external.appendingPathComponent(name))
      if there != size { reasons.append("the external file \(name) has \(there ?? 0) bytes instead of \(size)") }
    }
    return reasons
  }
}
