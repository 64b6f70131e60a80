import CanonicalJSON
import Testing

@testable import LedgerEntries

@Suite("Entry reader")
struct EntryReaderTests {
  private static let digest = String(repeating: "0123456789abcdef", count: 4)
  private static let short = MigrationRecord(
    id: "1", path: "db/1.sql", text: digest, meaning: digest)

  private static func entry(
    _ version: String = "1.2.0", convention: String? = "plain", path: String = "db/ä.sql"
  )
    throws -> Entry
  {
    Entry(
      database: "App", version: try Version(version), parents: ["0a", "0b"],
      files: [
        "App.sqlite": Entry.File(size: 8192, digest: "aa"),
        "schema.sql": Entry.File(size: 0, digest: "bb"),
      ],
      schema: "bb", sourceKind: "migrations", convention: convention,
      migrations: [
        short,
        MigrationRecord(id: "2", path: path, text: digest, meaning: digest, isRepeatable: true),
      ], sqlite: "3.40.1", commit: nil)
  }

  /// Entries that use every key between them.
  private static func entries() throws -> [Entry] {
    var full = try entry()
    full.before = [short]
    full.ignoredTables = ["a", "b"]
    full.isFromStore = true
    full.rows = .scrubbed
    full.tags = ["v1", "v2"]
    return [full, try entry(convention: nil)]
  }

  @Test("what an entry writes is read")
  func written() throws {
    for entry in try Self.entries() { #expect(EntryReader.entry(in: entry.bytes) == entry) }
  }

  @Test("an entry with the migrations of the one before shares them, and one with others has its own")
  func shared() throws {
    let lists = MigrationLists()
    for path in ["db/2.sql", "db/2.sql", "db/3.sql", "db/2.sql"] {
      for version in ["1.2.0", "1.3.0"] {
        let entry = try Self.entry(version, path: path)
        #expect(EntryReader.entry(in: entry.bytes, sharing: lists) == entry)
        // What begins in the same way is not the same.
        let text = String(decoding: entry.bytes, as: UTF8.self)
        let wrong = text.replacing("\(Self.digest)\"}]", with: "\(Self.digest.dropLast())x\"}]")
        #expect(wrong != text && EntryReader.entry(in: Array(wrong.utf8), sharing: lists) == nil)
      }
    }
    let empty = Entry(
      database: "App", version: try Version("2.0"), parents: [], files: try Self.entry().files, schema: "bb",
      sourceKind: "migrations", convention: "plain", migrations: [], sqlite: "3.40.1", commit: nil)
    let full = try Self.entry()
    for entry in [empty, full, empty, empty] { #expect(EntryReader.entry(in: entry.bytes, sharing: lists) == entry) }
  }

  @Test("a text with an escape sequence is read by the other way")
  func escape() throws {
    let entry = try Self.entry(path: "a\"b\\c\n")
    #expect(EntryReader.entry(in: entry.bytes) == nil)
    #expect(try Entry(parsing: entry.bytes, folder: "1.2.0") == entry)
  }

  @Test("what is read would be written again, whatever was changed in the document")
  func mutations() throws {
    var accepted = 0
    for bytes in try Self.entries().map(\.bytes) {
      func check(_ changed: [UInt8]) {
        guard let entry = EntryReader.entry(in: changed) else { return }
        accepted += 1
        #expect(entry.bytes == changed)
      }
      for place in bytes.indices {
        for byte in Array("0\",}".utf8) + [0x1F, 0x80] {
          var changed = bytes
          changed[place] = byte
          check(changed)
        }
        check(Array(bytes[...place]) + bytes[place...])
        check(Array(bytes[..<place]) + bytes[(place + 1)...])
        check(Array(bytes[..<place]))
      }
    }
    // Most changes of a digest, a name or a number are entries again.
    #expect(accepted > 500)
  }

  @Test(
    "a key with a value that is not written is refused",
    arguments: [
      (#""tags":["v1","v2"]"#, #""tags":[]"#), (#""ignored":["a","b"]"#, #""ignored":[]"#),
      (#""origin":"store""#, #""origin":"source""#), (#""rows":"scrubbed""#, #""rows":"some""#),
      (#""size":8192"#, #""size":08192"#), (#""size":8192"#, #""size":99999999999999999999"#),
      (#""repeatable":true"#, #""repeatable":false"#), (#""format":1"#, #""format":2"#),
      (#""version":"1.2.0""#, #""version":"1/2""#), (#""database":"App""#, #""database":"Ape""#),
      (#"{"App.sqlite""#, #"{"z.sqlite":{"sha256":"cc","size":1},"App.sqlite""#),
      (#""database""#, #""commit":"0123","database""#),
    ])
  func refused(_ from: String, _ to: String) throws {
    let text = String(decoding: try Self.entries()[0].bytes, as: UTF8.self)
    #expect(text.contains(from))
    #expect(EntryReader.entry(in: Array(text.replacing(from, with: to).utf8)) == nil)
  }
}
