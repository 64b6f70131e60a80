import GitStore
import TestSupport
import Testing

@testable import LedgerEntries

@Suite("Entry")
struct EntryTests {
  /// Two digests.
  private static let (meaning, text) = (
    String(repeating: "0123456789abcdef", count: 4), String(repeating: "fedcba9876543210", count: 4)
  )

  private let golden =
    #"{"commit":"0123456789abcdef0123456789abcdef01234567","database":"App","files":{"App.sqlite":{"sha256":"aa","size":8192},"#
    + #""schema.sql":{"sha256":"bb","size":120}},"format":1,"migrations":[{"id":"1","meaning":""# + Self.meaning
    + #"","path":"db/1.sql","text":""# + Self.text + #""}],"#
    + #""parents":["0a","0b"],"schema":"bb","source":{"convention":"plain","kind":"migrations"},"sqlite":"3.40.1","version":"1.2.0"}"#

  @Test("bytes and id are those of every earlier release")
  func goldenBytes() throws {
    let entry = try Entry(parsing: bytes(golden), folder: "1.2.0")
    #expect(entry.database == "App")
    #expect(entry.version == (try Version("1.2.0")))
    #expect(entry.parents == ["0a", "0b"])
    #expect(entry.files["App.sqlite"]?.size == 8192)
    #expect(entry.migrations == [MigrationRecord(id: "1", path: "db/1.sql", text: Self.text, meaning: Self.meaning)])
    #expect(entry.commit == "0123456789abcdef0123456789abcdef01234567")
    #expect(entry.fixtureName == "App.sqlite")
    #expect(String(decoding: entry.bytes, as: UTF8.self) == golden)
    #expect(entry.id == "1dff52131ebdbf4b4915ae695d6d6450584f672d89292dcae4aa140f6f4b105a")
  }

  @Test("an entry marks repeatable migrations and no others")
  func repeatable() throws {
    let text = golden.replacing(#""path":"db/1.sql","text""#, with: #""path":"db/1.sql","repeatable":true,"text""#)
    let entry = try Entry(parsing: bytes(text), folder: "1.2.0")
    #expect(entry.migrations.map(\.isRepeatable) == [true])
    #expect(String(decoding: entry.bytes, as: UTF8.self) == text)
  }

  @Test("an entry has what a tool compares of a migration")
  func compared() throws {
    let text = golden.replacing(#"{"id":"1","meaning""#, with: #"{"compared":""# + Self.text + #"","id":"1","meaning""#)
    let entry = try Entry(parsing: bytes(text), folder: "1.2.0")
    #expect(entry.migrations.map(\.compared) == [Self.text])
    #expect(String(decoding: entry.bytes, as: UTF8.self) == text)
    let noDigest = golden.replacing(#"{"id":"1","meaning""#, with: #"{"compared":"1","id":"1","meaning""#)
    #expect(throws: (any Error).self) { try Entry(parsing: bytes(noDigest), folder: "1.2.0") }
  }

  @Test("an entry names the scripts before its migrations")
  func before() throws {
    let text = golden.replacing(
      #"{"commit""#,
      with: #"{"before":[{"id":"a.sql","meaning":""# + Self.meaning + #"","path":"a.sql","text":""# + Self.text
        + #""}],"commit""#)
    let entry = try Entry(parsing: bytes(text), folder: "1.2.0")
    #expect(entry.before == [MigrationRecord(id: "a.sql", path: "a.sql", text: Self.text, meaning: Self.meaning)])
    #expect(String(decoding: entry.bytes, as: UTF8.self) == text)
    #expect(throws: EntryError.self) {
      try Entry(parsing: bytes(golden.replacing(#"{"commit""#, with: #"{"before":[],"commit""#)), folder: "1.2.0")
    }
  }

  /// What is done to the golden text, and the reason it is refused for.
  static let refusals: [(from: String, to: String, reason: String)] = [
    (#"{"commit""#, #"{ "commit""#, "is not in canonical form"),
    (#""sqlite""#, #""sqlite":"3","sqlite""#, "is not in canonical form"),
    (#""format":1"#, #""format":1.0"#, "is not in canonical form"),
    (#""format":1"#, #""format":1e0"#, "is not in canonical form"),
    (#""1.2.0"}"#, #""1.2.0"}\#n"#, "is not in canonical form"),
    (#""1.2.0"}"#, #""1.2.0""#, "is not JSON"),
    (#""format":1"#, #""format":3"#, "it has format 3, and this schemaledger reads formats up to 2"),
    (#""format":1,"#, "", "has no format"),
    (#""format":1"#, #""format":"1""#, "has no format"),
    (#""database":"App","#, "", "lacks a key"),
    (#","version":"1.2.0""#, "", "lacks a key"),
    (#""schema":"bb","#, "", "lacks a key"),
    (#","sqlite":"3.40.1""#, "", "lacks a key"),
    (#","kind":"migrations""#, "", "lacks a key"),
    (#""parents":["0a","0b"],"#, "", "lacks a key"),
    (#""parents":["0a","0b"]"#, #""parents":["0a",1]"#, "has a value of the wrong type"),
    (#""size":120"#, #""size":"120""#, "has a value of the wrong type"),
    (#""App.sqlite""#, #""Ape.sqlite""#, "has a value of the wrong type"),
    (#""id":"1""#, #""id":1"#, "has a value of the wrong type"),
    (#""1.2.0"}"#, #""1.2.0","zone":"new"}"#, "has a key that format 1 does not define"),
    (#"cdef01234567""#, #"cdef0123456""#, "has a key that format 1 does not define"),
    (#""convention":"plain""#, #""convention":1"#, "has a key that format 1 does not define"),
    (#","text":"#, #","repeatable":false,"text":"#, "has a key that format 1 does not define"),
    (text, text + "0", "has a migration whose digests are not SHA-256"),
    (text, String(text.dropLast()), "has a migration whose digests are not SHA-256"),
    (text, String(text.dropLast()) + "A", "has a migration whose digests are not SHA-256"),
    (meaning, meaning + meaning, "has a migration whose digests are not SHA-256"),
    (#""size":120"#, #""note":1,"size":120"#, "is not in canonical form"),
    (#""1.2.0"}"#, #""../1"}"#, "its version: it looks like a path"),
  ]

  @Test("anything else is rejected with the reason", arguments: refusals)
  func refused(from: String, to: String, reason: String) {
    let text = golden.replacing(from, with: to)
    #expect(text != golden)
    let error = #expect(throws: EntryError.self) { try Entry(parsing: bytes(text), folder: "f") }
    #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
  }

  @Test("a huge file is rejected before it is parsed as JSON")
  func huge() {
    let text = Array(repeating: UInt8(ascii: " "), count: 17 << 20)
    #expect(throws: EntryError.notAnEntry(folder: "f", reason: "entry.json is larger than 16 MiB")) {
      try Entry(parsing: text, folder: "f")
    }
  }
}
