import Foundation
import LedgerCore
import MigrationSources
import SQLiteSandbox
import SQLiteSchema
import SQLiteSyntax
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Store")
struct StoreTests {
  private let folder: String

  init() throws { folder = try temporaryFolder() }

  /// The work of an application on a database, and what a reader then finds.
  struct Situation: CustomTestStringConvertible {
    let testDescription: String
    var before = "CREATE TABLE one (a); INSERT INTO one VALUES (1), (2);"
    var sql: String
    /// Whether the application is killed instead of ended.
    var isKilled = false
    /// The suffix of a file that is removed after that.
    var removed: String?
    /// The files in the folder.
    let files: [String]
    /// The number of rows of each table, or `nil` if the database cannot be read.
    let seen: [String: Int]?
  }

  private static let wal = "PRAGMA journal_mode = WAL; "
  private static let spill = "PRAGMA cache_size = 3; "
  private static let many =
    "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 500) INSERT INTO one SELECT randomblob(1000) FROM n;"

  static let situations: [Situation] = [
    .init(testDescription: "at rest", sql: "SELECT 1;", files: [""], seen: ["one": 2]),
    .init(
      testDescription: "open in WAL mode", sql: wal + "CREATE TABLE two (a);", files: ["", "-shm", "-wal"],
      seen: ["one": 2, "two": 0]),
    .init(
      testDescription: "WAL, a transaction open", sql: wal + "CREATE TABLE two (a); BEGIN; DROP TABLE one;",
      files: ["", "-shm", "-wal"], seen: ["one": 2, "two": 0]),
    .init(
      testDescription: "WAL, a large transaction open, part of which is in the log",
      sql: wal + spill + "BEGIN; " + many,
      files: ["", "-shm", "-wal"], seen: ["one": 2]),
    .init(
      testDescription: "WAL, killed", sql: wal + "CREATE TABLE two (a);", isKilled: true, files: ["", "-shm", "-wal"],
      seen: ["one": 2, "two": 0]),
    .init(
      testDescription: "WAL, killed, and copied without the index", sql: wal + "CREATE TABLE two (a);", isKilled: true,
      removed: "-shm", files: ["", "-wal"], seen: ["one": 2, "two": 0]),
    .init(
      testDescription: "WAL, the log moved away by a checkpoint",
      sql: wal + "CREATE TABLE two (a); PRAGMA wal_checkpoint(TRUNCATE);", files: ["", "-shm", "-wal"],
      seen: ["one": 2, "two": 0]),
    .init(
      testDescription: "WAL without shared memory", sql: "PRAGMA locking_mode = EXCLUSIVE; " + wal + "DROP TABLE one;",
      files: ["", "-wal"], seen: [:]),
    .init(
      testDescription: "a transaction open", sql: "BEGIN; CREATE TABLE two (a);", files: ["", "-journal"],
      seen: ["one": 2]),
    .init(
      testDescription: "a transaction open, part of which is in the file", sql: spill + "BEGIN; " + many,
      files: ["", "-journal"], seen: ["one": 2]),
    .init(
      testDescription: "a hot journal", sql: spill + "BEGIN; " + many, isKilled: true, files: ["", "-journal"],
      seen: ["one": 2]),
    .init(
      testDescription: "a journal that is kept, with nothing in it",
      sql: "PRAGMA journal_mode = PERSIST; CREATE TABLE two (a);", files: ["", "-journal"], seen: ["one": 2, "two": 0]),
    .init(
      testDescription: "exclusive, without anything on disk that tells what was there before",
      sql: "PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; CREATE TABLE two (a);", files: [""], seen: nil),
  ]

  @Test("a store is read in its committed state, and its files do not change", arguments: situations)
  func reading(situation: Situation) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/user.db"
    let application = try application(at: path, in: situation)
    let before = try fingerprint()
    #expect(before.keys.sorted() == situation.files.map { "user.db" + $0 }.sorted())
    let store = try Store(at: path, named: "user.db")
    if let seen = situation.seen {
      let tables = try StoreInspection(of: store).content.tables
      #expect(tables.map(\.name.text) == seen.keys.sorted())
      #expect(tables.map(\.rowCount) == seen.keys.sorted().map { .counted(seen[$0] ?? 0) })
      #expect(try store.schema().tables.map(\.name.text) == seen.keys.sorted())
    } else {
      #expect(throws: LedgerError.storeInUse(path: "user.db")) { try StoreInspection(of: store) }
    }
    #expect(try fingerprint() == before)
    // The reader holds no lock that prevents the application from writing.
    if !situation.isKilled { try application.run("CREATE TABLE more (a); ROLLBACK; SELECT 1;") }
  }

  @Test(
    "a snapshot has the committed state, on which each connection works by itself", arguments: situations, [0, 1 << 20])
  func snapshot(situation: Situation, copiedSize: Int) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/user.db"
    // It keeps its files open until the end.
    let application = try application(at: path, in: situation)
    defer { application.kill() }
    let before = try fingerprint()
    func snapshot() throws -> DatabaseSnapshot {
      try DatabaseSnapshot(of: path, copiedSize: copiedSize, spill: OverlaySpill(memory: 8192, folder: folder))
    }
    guard let seen = situation.seen else {
      #expect(throws: SchemaError.busy) { try snapshot() }
      return
    }
    let kept = try snapshot()
    for _ in 0..<2 {
      let database = try kept.open(tracking: .known, timeLimit: 60)
      #expect(try counts(database) == seen)
      // More than fits into the memory of the snapshot.
      try database.execute("CREATE TABLE mine (a); INSERT INTO mine SELECT randomblob(40000); VACUUM;")
      #expect(try database.integrityFailures() == [])
      #expect(try counts(database) == seen.merging(["mine": 1]) { $1 })
      let sizes = try #require(database.largestSizes)
      #expect(sizes.database >= 40_000 && sizes.all > sizes.database)
    }
    #expect(kept.isValid)
    #expect(try fingerprint() == before)
  }

  @Test("a snapshot does not see what an application writes to a log afterwards", arguments: [0, 1 << 20])
  func laterWrites(copiedSize: Int) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/user.db"
    let application = try SQLiteShell(path)
    try application.run("PRAGMA journal_mode = WAL; CREATE TABLE one (a); INSERT INTO one VALUES (1);")
    let kept = try DatabaseSnapshot(
      of: path, copiedSize: copiedSize, spill: OverlaySpill(memory: 1 << 20, folder: folder))
    #expect(try counts(kept.open(tracking: .known, timeLimit: 60)) == ["one": 1])
    try application.run("INSERT INTO one VALUES (2); PRAGMA wal_checkpoint(TRUNCATE);")
    try application.run("INSERT INTO one VALUES (3);")
    #expect(try counts(kept.open(tracking: .known, timeLimit: 60)) == ["one": 1])
    #expect(kept.isValid)
  }

  @Test("a snapshot in place notices a file that changes without locks")
  func replaced() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/user.db"
    let application = try SQLiteShell(path)
    // Nothing but the journal tells what was there before, so the file is read without locks.
    try application.run("CREATE TABLE one (a); PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = PERSIST;")
    try application.run("INSERT INTO one VALUES (1);")
    let kept = try DatabaseSnapshot(of: path, copiedSize: 0, spill: OverlaySpill(memory: 1 << 20, folder: folder))
    #expect(kept.isValid)
    try application.run("INSERT INTO one VALUES (2);")
    #expect(!kept.isValid)
  }

  @Test("what does not fit into memory needs a temporary file, and its absence is known")
  func withoutTemporaryFile() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/user.db"
    try SQLiteShell(path).run("CREATE TABLE one (a);")
    let spill = OverlaySpill(memory: 8192, folder: folder + "/missing")
    let database = try DatabaseSnapshot(of: path, spill: spill).open(tracking: .known, timeLimit: 60)
    #expect(throws: SchemaError.self) { try database.execute("INSERT INTO one SELECT randomblob(1000000);") }
    #expect(spill.failure == "No such file or directory")
  }

  @Test("the values of a user's database may be larger than those of scripts")
  func largeValue() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/user.db"
    let size = Limits.valueBytes + 1000
    try SQLiteShell(path).run("CREATE TABLE one (a, b); INSERT INTO one VALUES (zeroblob(\(size)), 1);")
    let spill = OverlaySpill(memory: 1 << 20, folder: folder)
    let database = try DatabaseSnapshot(of: path, spill: spill).open(tracking: .known, timeLimit: 60)
    try database.execute("UPDATE one SET b = length(a);")
    #expect(try database.rows("SELECT b FROM one") == [["\(size)"]])
  }

  private func counts(_ database: ScratchDatabase) throws -> [String: Int] {
    let names = try database.schema().tables.map(\.name.text)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, Int(try database.rows("SELECT count(*) FROM \($0)")[0][0] ?? "") ?? -1) })
  }

  @Test("a store is read consistently while an application writes to it", arguments: ["WAL", "DELETE", "PERSIST"])
  func writer(mode: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/user.db"
    let application = try SQLiteShell(path)
    try application.run(
      "PRAGMA busy_timeout = 9000; PRAGMA journal_mode = \(mode); PRAGMA wal_autocheckpoint = 5; CREATE TABLE a (x); CREATE TABLE b (x);"
    )
    // Every reader of SQLite delays a commit, so the application waits for its lock. Each transaction inserts as many
    // rows into one table as into the other.
    let transaction = "BEGIN; INSERT INTO a VALUES (randomblob(3000)); INSERT INTO b VALUES (randomblob(3000)); COMMIT;"
    try application.start(String(repeating: transaction + "\n", count: 300))
    let store = try Store(at: path, named: "user.db")
    for _ in 0..<10 {
      // An application that never pauses may prevent all reads, which is reported.
      let read = Result { try StoreInspection(of: store) }
      if case .failure(LedgerError.storeInUse) = read { continue }
      let inspection = try read.get()
      #expect(inspection.integrity == .ok)
      #expect(Set(inspection.content.tables.map(\.rowCount)).count == 1)
    }
    try application.finish()
  }

  @Test("a store that is being copied is read again instead of reported as damaged")
  func copying() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let application = try SQLiteShell(folder + "/whole.db")
    try application.run("CREATE TABLE one (a); CREATE INDEX i ON one (a); " + Self.many)
    let whole = try #require(FileManager.default.contents(atPath: folder + "/whole.db"))
    let path = folder + "/user.db"
    try whole.write(to: URL(fileURLWithPath: path))
    #expect(truncate(path, off_t(whole.count / 2)) == 0)
    #expect(throws: SchemaError.self) { try DatabaseFile.read(path, tracking: .known) { try $0.schema() } }
    #expect(truncate(path, off_t(whole.count)) == 0)
    var looks = 0
    let tables = try DatabaseFile.read(path, tracking: .known) { database in
      looks += 1
      if looks == 1 {
        // Another process writes the next part of the copy.
        #expect(try output(of: ["cp", folder + "/whole.db", path]).isEmpty)
        throw SchemaError.notADatabase("malformed")
      }
      return try database.schema().tables.map(\.name)
    }
    #expect(tables == ["one"])
    #expect(looks == 2)
  }

  @Test("reading a large store reads only the necessary pages")
  func large() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/user.db"
    let application = try SQLiteShell(path)
    try application.run("CREATE TABLE one (a);")
    #expect(truncate(path, 5 << 30) == 0)
    let store = try Store(at: path, named: "user.db")
    #expect(try store.schema().tables.map(\.name) == ["one"])
    #expect(try StoreInspection(of: store).size == 5 << 30)
  }

  @Test(
    "a limit of this program does not make a store no database",
    arguments: [
      SchemaError.timedOut(seconds: 60), .outOfMemory(limit: 1 << 30), .tooLarge(.value, limit: 1 << 27, sql: nil),
    ])
  func limits(_ limit: SchemaError) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/user.db"
    try SQLiteShell(path).run("CREATE TABLE one (a);")
    let store = try Store(at: path, named: "user.db")
    #expect(throws: LedgerError.sqlFailed(path: "user.db", line: nil, error: limit)) {
      try store.read { _ in throw limit }
    }
    #expect(
      UnreadStore(LedgerError.sqlFailed(path: "user.db", line: nil, error: limit), named: "user.db").mayBeTransient)
    #expect(throws: LedgerError.notAStore(path: "user.db", reason: "the file is not a SQLite database")) {
      try store.read { _ in throw SchemaError.notADatabase("the file is not a SQLite database") }
    }
  }

  private func application(at path: String, in situation: Situation) throws -> SQLiteShell {
    let application = try SQLiteShell(path)
    try application.run(situation.before)
    try application.run(situation.sql)
    if situation.isKilled { application.kill() }
    if let suffix = situation.removed { try FileManager.default.removeItem(atPath: path + suffix) }
    return application
  }

  /// The checksum and modification time of every file.
  private func fingerprint() throws -> [String: String] {
    var files: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let path = folder + "/" + name
      let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
      // In a separate process: closing the file here would release this process's locks on it.
      let sum = try output(of: ["cksum", path])
      files[name] = "\(sum) \(date?.timeIntervalSince1970 ?? 0)"
    }
    return files
  }

  private func output(of arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = output
    return String(decoding: try process.runToEnd(reading: output), as: UTF8.self)
  }
}
