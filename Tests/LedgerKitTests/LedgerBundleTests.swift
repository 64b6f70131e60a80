import Digests
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import TestSupport
import Testing

@Suite("Bundles of frozen versions")
struct LedgerBundleTests {
  private let sandbox: Sandbox

  /// A ledger with one version, and another that only the history has.
  init() throws {
    sandbox = try Sandbox()
    let database = DatabaseConfiguration(
      source: .migrations(MigrationFolderConfiguration(paths: ["app"], convention: "sqlx")))
    let first = ["app/1_users.sql": "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);"]
    try sandbox.write(first.mapValues(bytes))
    try sandbox.write("schemaledger.yml", Configuration(databases: [database]).yaml)
    try sandbox.write(files([try draft("1.0", first, of: database)], at: database.ledger))
    let both = first.merging(["app/2_notes.sql": "CREATE TABLE notes (a);"]) { $1 }
    try sandbox.write(files([try draft("1.1", both, of: database)], at: database.ledger))
    try sandbox.commitAll("Freeze")
    try sandbox.git("rm", "-rq", "SchemaLedger/Fixtures/1.1")
    try sandbox.git("commit", "-qm", "Away")
  }

  private func bundle(includesHistory: Bool = true) throws -> LedgerBundle {
    let repository = try sandbox.open()
    let databases = try Configuration(from: repository.snapshot(.workTree)).databases
    return try LedgerBundle(of: databases, in: repository, includesHistory: includesHistory)
  }

  @Test("a bundle that was read makes the same bytes, and has the versions of the history")
  func roundTrip() throws {
    let bundle = try bundle()
    #expect((bundle.presentCount, bundle.pastCount, bundle.leftOutCount) == (1, 1, 0))
    let read = try LedgerBundle(parsing: Array(bundle.text.utf8), named: "a.bundle")
    #expect(read.text == bundle.text)
    #expect(try self.bundle().text == bundle.text)
    #expect(try read.versions.knowsPast)
    let without = try self.bundle(includesHistory: false)
    #expect((without.presentCount, without.pastCount) == (1, 0))
    #expect(try !without.versions.knowsPast)
  }

  @Test("a bundle of which any byte differs, or any part is missing, is refused")
  func damaged() throws {
    let bytes = Array(try bundle().text.utf8)
    for _ in 0..<200 {
      var changed = bytes
      let place = Int.random(in: bytes.indices)
      changed[place] ^= UInt8(1 << Int.random(in: 0...6))
      #expect(throws: LedgerError.self, "byte \(place)") { _ = try LedgerBundle(parsing: changed, named: "a") }
      #expect(throws: LedgerError.self) {
        _ = try LedgerBundle(parsing: Array(bytes.prefix(place)), named: "a")
      }
    }
    #expect(throws: LedgerError.self) { _ = try LedgerBundle(parsing: [], named: "a") }
  }

  @Test(
    "a bundle with the right digest and a wrong content is refused",
    arguments: [
      (#""format":1,"history""#, #""format":2,"history""#), (#""history":"complete""#, #""history":"some""#),
      (#""entries":2"#, #""entries":3"#), (#""name":"App""#, #""name":"Other""#),
      (#""database":"App","entry""#, #""database":"../App","entry""#), (#""schema.sql":"#, #""../schema.sql":"#),
      (#""version":"1.1""#, #""version":"../1.1""#),
      (#""present":false"#, #""present":0"#), (#""type":"schemaledger bundle""#, #""type":"another""#),
      (#""configuration":""#, #""configuration":"x: ["#),
    ])
  func forged(change: (part: String, other: String)) throws {
    let text = try bundle().text
    try #require(text.contains(change.part))
    let lines = text.replacing(change.part, with: change.other).split(separator: "\n").dropLast().map { $0 + "\n" }
    let body = lines.joined()
    let forged = body + "{\"sha256\":\"\(sha256(Array(body.utf8)))\"}\n"
    #expect(throws: LedgerError.self) { _ = try LedgerBundle(parsing: Array(forged.utf8), named: "a") }
  }

  @Test("a bundle answers as the repository does")
  func answers() throws {
    let schemas = [
      "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)",
      "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE notes (a)", "CREATE TABLE users (id)",
      "CREATE TABLE songs (a)",
    ]
    let repository = try sandbox.open()
    let databases = try Configuration(from: repository.snapshot(.workTree)).databases
    let bundled = try StoreSearcher(in: bundle().versions, everywhere: false)
    let own = try StoreSearcher(in: repository, databases, everywhere: false)
    for (number, schema) in schemas.enumerated() {
      let path = sandbox.folder + "/\(number).db"
      let output = try run("/usr/bin/env", ["sqlite3", path, schema], in: sandbox.root)
      try #require(output.status == 0, "\(output.text)")
      let (one, other) = (try bundled.search(path, named: "a"), try own.search(path, named: "a"))
      #expect(one.isFound == other.isFound)
      #expect(one.answers.map { $0.matches.map(\.id) } == other.answers.map { $0.matches.map(\.id) })
      #expect(one.answers.map(\.nearest?.id) == other.answers.map(\.nearest?.id))
    }
  }
}
