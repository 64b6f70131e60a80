import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerKit

@Suite("History events")
struct HistoryEventsTests {
  private let sandbox: Sandbox
  private let one: EntryDraft
  private let two: EntryDraft
  /// The migrations are in `db`, and were in `old` before.
  private let configuration = DatabaseConfiguration(
    source: .migrations(MigrationFolderConfiguration(paths: ["db", "old"], convention: "plain")))

  /// Commits the migrations in `old`, moves them, and freezes 1.0.0 and 2.0.0.
  init() throws {
    one = try draft("1.0.0", users)
    two = try draft("2.0.0", usersAndNotes, parents: [one.entry.id])
    sandbox = try Sandbox()
    try sandbox.write("old/1.sql", "CREATE TABLE users (id INTEGER PRIMARY KEY);\n")
    try sandbox.commitAll("A")
    try sandbox.write("old/1.sql", users["db/1.sql"] ?? "")
    try sandbox.commitAll("B")
    try sandbox.git("mv", "old", "db")
    try sandbox.commitAll("C")
    try sandbox.freeze(one)
    try sandbox.freeze(two, over: usersAndNotes)
  }

  private func history(
    _ text: String, in place: String? = nil, of configuration: DatabaseConfiguration? = nil
  ) throws -> HistoryEvents {
    let repository = try sandbox.open(place)
    let configuration = configuration ?? self.configuration
    return try HistoryEvents(
      of: text, path: text, in: configuration, of: repository, present: try repository.present())
  }

  private func tell(_ history: HistoryEvents) -> [String] {
    history.events.map { event in
      let words =
        switch event.kind {
        case .froze(let version, _, let source, let isAgain):
          "froze \(version)\(isAgain ? " again" : "")\(source == nil ? "" : " afterwards")"
        case .restored(let version, _): "restored \(version)"
        case .rewrote(let version, let files): "rewrote \(version) \(files.joined(separator: " "))"
        case .deleted(let version): "deleted \(version)"
        case .withdrew(let version, _, let reason): "withdrew \(version): \(reason)"
        case .movedLedger(let from, let to): "moved \(from) to \(to)"
        case .changed(let changes, let isRestoring):
          (isRestoring ? "restored by " : "") + "\(changes[0].isSchema ? "schema " : "")\(changes[0].kind) "
            + changes.flatMap { $0.after.isEmpty ? $0.before : $0.after }.map(\.path).joined(separator: " ")
        case .touched(let files): "touched \(files.joined(separator: " "))"
        case .unreadable(let reason): "unreadable: \(reason)"
        }
      let frozen = event.versions.isEmpty ? "" : ", frozen in \(event.versions.joined(separator: " "))"
      let places = event.effect?.diff?.meaningfulChanges.map(\.place).joined(separator: " ") ?? ""
      return "\(event.commit.summary): \(words)\(frozen)\(places.isEmpty ? "" : ", \(places)")"
    }
  }

  @Test("a version that was only frozen has one event")
  func version() throws {
    try sandbox.git("tag", "v1", "HEAD~1")
    try sandbox.git("branch", "side", "HEAD~2")
    let history = try history("1.0.0")
    #expect(tell(history) == ["Freeze 1.0.0: froze 1.0.0"])
    #expect(history.contents.map(\.id) == [one.entry.id])
    #expect(history.contents.first?.isPresent == true)
    #expect(history.contents.first?.branches == ["main"])
    #expect(history.contents.first?.tags == ["v1"])
    #expect(history.commitCount == 5)
  }

  @Test("a version is deleted, restored, rewritten and restored again, with the changes to its migrations")
  func lives() throws {
    let folder = "SchemaLedger/Fixtures/1.0.0"
    try sandbox.git("rm", "-r", "--quiet", folder)
    try sandbox.commitAll("D")
    try sandbox.freeze(one)
    try sandbox.freeze(try draft("1.0.0", ["db/1.sql": "CREATE TABLE users (other);\n"]))
    try sandbox.freeze(one)
    try sandbox.commit("db/1.sql", "CREATE TABLE users (id INTEGER PRIMARY KEY, name BLOB);\n", message: "E")
    try sandbox.commit("db/2.sql", "-- Notes.\n" + (usersAndNotes["db/2.sql"] ?? ""), message: "F")
    try sandbox.commit("db/1.sql", users["db/1.sql"] ?? "", message: "G")
    let history = try history("1.0.0")
    #expect(
      tell(history) == [
        "Freeze 1.0.0: froze 1.0.0",
        "D: deleted 1.0.0",
        "Freeze 1.0.0: restored 1.0.0",
        "Freeze 1.0.0: rewrote 1.0.0 App.sqlite entry.json schema.json schema.sha256 schema.sql, users.other users.id users.name users",
        "Freeze 1.0.0: restored 1.0.0",
        "E: changed db/1.sql, frozen in 1.0.0 2.0.0, users.name",
        "G: restored by changed db/1.sql, frozen in 1.0.0 2.0.0, users.name",
      ])
    #expect(history.contents.map(\.isPresent) == [true, false])
    // The path of the folder, or of a file in it, also denotes the version.
    #expect(try tell(self.history(folder)) == tell(history))
    #expect(try tell(self.history(folder + "/schema.sql")) == tell(history))
  }

  @Test("a version that exists only in history has events, also in a bare repository")
  func deleted() throws {
    try sandbox.git("rm", "-r", "--quiet", "SchemaLedger/Fixtures/1.0.0")
    try sandbox.commitAll("D")
    let place = sandbox.folder + "/bare.git"
    try sandbox.git("clone", "--quiet", "--bare", sandbox.root, place)
    let history = try history("1.0.0", in: place)
    #expect(tell(history) == ["Freeze 1.0.0: froze 1.0.0", "D: deleted 1.0.0"])
    #expect(history.contents.map(\.isPresent) == [false])
  }

  @Test("an uncommitted version and one that was frozen later have events")
  func uncommitted() throws {
    try sandbox.write(files([try draft("3.0.0", usersAndNotes, parents: [two.entry.id])]))
    let history = try history("3.0.0")
    #expect(history.contents.map(\.isPresent) == [true])
    #expect(history.events.isEmpty)
    try sandbox.freeze(try draft("0.9.0", users, commit: sandbox.id("HEAD~2")))
    #expect(try tell(self.history("0.9.0")) == ["Freeze 0.9.0: froze 0.9.0 afterwards"])
  }

  @Test("a file is found by its present and former names, with changes to its text and meaning")
  func file() throws {
    try sandbox.commit("db/1.sql", "-- Who.\n" + (users["db/1.sql"] ?? ""), message: "D")
    try sandbox.git("mv", "db/1.sql", "db/0.sql")
    try sandbox.commitAll("E")
    let expected = [
      "A: added old/1.sql", "B: changed old/1.sql, users.name", "C: moved db/1.sql",
      "D: textChanged db/1.sql, frozen in 1.0.0 2.0.0", "E: renamed db/0.sql, frozen in 1.0.0 2.0.0",
    ]
    for path in ["old/1.sql", "db/1.sql", "db/0.sql"] { #expect(try tell(history(path)) == expected, "\(path)") }
  }

  @Test("a commit that changes only texts is one event, and so is one that touches other files")
  func calm() throws {
    for number in 1...2 {
      let path = "db/\(number).sql"
      try sandbox.write(path, "-- Ours.\n" + (sandbox.read(path) ?? ""))
    }
    try sandbox.commitAll("D")
    try sandbox.write("db/1.down.sql", "DROP TABLE users;")
    try sandbox.write("db/README", "About")
    try sandbox.commitAll("E")
    #expect(
      try tell(history("db")).suffix(2) == [
        "D: textChanged db/1.sql db/2.sql, frozen in 1.0.0 2.0.0", "E: touched db/1.down.sql db/README",
      ])
    #expect(try tell(history("db/1.down.sql")) == ["E: touched db/1.down.sql"])
    #expect(try tell(history("")).count == 8)
  }

  @Test("changed statements are listed if the schema is the same")
  func statements() throws {
    try sandbox.commit("db/3.sql", "INSERT INTO users (name) VALUES ('a');\n", message: "D")
    try sandbox.commit("db/3.sql", "INSERT INTO users (name) VALUES ('b');\n", message: "E")
    let effect = try #require(try history("db/3.sql").events.last?.effect)
    #expect(effect.diff?.changes.isEmpty == true)
    #expect(effect.removed.count == 1 && effect.added.count == 1)
    #expect(effect.added[0].contains("'b'"))
  }

  @Test("a commit with an unreadable source does not stop the command")
  func unreadable() throws {
    try sandbox.commit("db/3.sql", "CREATE TABLE t (a);\n", message: "D")
    try sandbox.write(["db/4.sql": [0xFF]])
    try sandbox.commitAll("E")
    try sandbox.commit("db/4.sql", "CREATE TABLE s (a);\n", message: "F")
    #expect(
      Array(try tell(history("db")).suffix(3)) == [
        "D: added db/3.sql", "E: unreadable: db/4.sql is not UTF-8 text, or contains NUL", "F: added db/4.sql",
      ])
  }

  @Test("the events of a schema file are the changes to the schema")
  func schemaFile() throws {
    let configuration = DatabaseConfiguration(source: .schema(files: ["schema.sql"], forward: nil))
    try sandbox.commit("schema.sql", "CREATE TABLE t (a INT);", message: "D")
    try sandbox.commit("schema.sql", "create table t (\n  a INT -- a\n);", message: "E")
    try sandbox.commit("schema.sql", "CREATE TABLE t (a TEXT);", message: "F")
    try sandbox.git("rm", "--quiet", "schema.sql")
    try sandbox.commitAll("G")
    #expect(
      try tell(history("schema.sql", of: configuration)) == [
        "D: schema added schema.sql", "E: schema textChanged schema.sql", "F: schema changed schema.sql, t.a",
        "G: schema removed schema.sql",
      ])
  }

  @Test("a folder that moved from a path outside the configuration is reported")
  func moves() throws {
    #expect(try history("1.0.0").moves.isEmpty)
    var forgetful = configuration
    forgetful.source = .migrations(MigrationFolderConfiguration(paths: ["db"], convention: "plain"))
    let commit = try sandbox.id("HEAD~2").short
    #expect(
      try history("1.0.0", of: forgetful).moves == [.init(from: "old", to: "db", commit: commit)])
    // The ledger moved, too, and its history goes on. The configuration in the older commits names its former path.
    try sandbox.commit("schemaledger.yml", "source: {kind: migrations, path: db, convention: plain}", message: "D")
    try sandbox.git("mv", "SchemaLedger", "Ledger")
    try sandbox.commitAll("E")
    var moved = configuration
    moved.ledger = "Ledger"
    let events = try history("1.0.0", of: moved)
    #expect(events.moves.isEmpty)
    #expect(try tell(events).last == "E: moved SchemaLedger to Ledger")
    #expect(try tell(events).contains { $0.hasSuffix("froze 1.0.0") })
    #expect(try !tell(events).contains { $0.contains("deleted") })
  }

  @Test("a name that no commit has had is an error that lists the existing names")
  func unknown() throws {
    for text in ["9.9.9", "db/9.sql", "README"] {
      #expect(throws: LedgerError.noHistory(text: text, known: ["1.0.0", "2.0.0"], sources: ["db", "old"])) {
        try history(text)
      }
    }
  }
}
