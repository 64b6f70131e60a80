import LedgerCore
import LedgerTestSupport
import Testing

@Suite("Adding a database to a configuration")
struct ConfigurationAddingTests {
  private static let cache = DatabaseConfiguration(
    name: "Cache", ledger: "SchemaLedger/Cache", source: .schema(files: ["cache.sql"], forward: nil))

  private static let cacheLines = """
    ledger: SchemaLedger/Cache
    source:
      kind: schema
      path: cache.sql
    """

  private static func lines(indentedBy width: Int) -> String {
    cacheLines.split(separator: "\n").map { String(repeating: " ", count: width) + $0 + "\n" }.joined()
  }

  static let texts: [(name: String, before: String, after: String)] = [
    (
      "a single database gets its default name and its ledger",
      """
      # Which schema this repository ships.

      source:
        kind: migrations
        path: db   # all of it

        # One of ours.
        convention: plain
      ignore:
      - a
      - b
      # The end.

      """,
      """
      # Which schema this repository ships.

      databases:
        App:
          ledger: SchemaLedger
          source:
            kind: migrations
            path: db   # all of it

            # One of ours.
            convention: plain
          ignore:
          - a
          - b
          # The end.
        Cache:

      """ + lines(indentedBy: 4)
    ),
    (
      "a block keeps its lines",
      """
      ledger: Frozen
      source:
        kind: command
        create: |-
          a {db}
            b
          c
      """,
      """
      databases:
        App:
          ledger: Frozen
          source:
            kind: command
            create: |-
              a {db}
                b
              c
        Cache:

      """ + lines(indentedBy: 4)
    ),
    (
      "several databases have the indentation of the first",
      """
      databases:
          Notes: {source: {kind: migrations, path: db, convention: plain}}
      # Not yet: Cache

      """,
      """
      databases:
          Notes: {source: {kind: migrations, path: db, convention: plain}}
      # Not yet: Cache
          Cache:

      """ + lines(indentedBy: 6)
    ),
    (
      "line ends stay as they are",
      "source: {kind: migrations, path: db,\r\n  convention: plain}\r\n",
      "databases:\r\n  App:\r\n    ledger: SchemaLedger\r\n    source: {kind: migrations, path: db,\r\n      convention: plain}\r\n  Cache:\r\n"
        + lines(indentedBy: 4).replacing("\n", with: "\r\n")
    ),
  ]

  @Test("lines are added, and all others stay", arguments: texts)
  func added(text: (name: String, before: String, after: String)) throws {
    let result = try Configuration.adding([Self.cache], to: text.before)
    #expect(result == text.after)
    let before = try Configuration(yaml: text.before).databases
    #expect(try Configuration(yaml: result).databases == before + [Self.cache])
  }

  @Test("a second and a third database can be added at once")
  func several() throws {
    var blobs = Self.cache
    (blobs.name, blobs.ledger) = ("Blobs", "SchemaLedger/Blobs")
    let result = try Configuration.adding([Self.cache, blobs], to: Configuration(databases: [numbered]).yaml)
    #expect(try Configuration(yaml: result).databases == [numbered, Self.cache, blobs])
  }

  @Test(
    "a text to which lines cannot be added is an error with the lines",
    arguments: [
      ("{source: {kind: migrations, path: db, convention: plain}}", true),
      ("databases: {Notes: {source: {kind: migrations, path: db, convention: plain}}}", false),
      ("source: {kind: migrations, path: db, convention: plain}\n...\n", true),
      ("databases:\n  Notes: {source: {kind: migrations, path: db, convention: plain}}\n...\n", false),
    ])
  func otherForms(yaml: String, isSingle: Bool) throws {
    let own = ["  App:", "    ledger: SchemaLedger", "    # the other lines of the file"]
    let new = [
      "  Cache:", "    ledger: SchemaLedger/Cache", "    source:", "      kind: schema", "      path: cache.sql",
    ]
    let lines = ["databases:"] + (isSingle ? own : []) + new
    #expect(throws: LedgerError.configurationNotExtended(path: "schemaledger.yml", lines: lines)) {
      try Configuration.adding([Self.cache], to: yaml)
    }
  }

  @Test("a name and a ledger that another database has are errors, also in other letter case")
  func taken() throws {
    let yaml = Configuration(databases: [Self.cache]).yaml
    var other = Self.cache
    other.name = "cache"
    #expect(throws: LedgerError.databaseExists(name: "cache")) { try Configuration.adding([other], to: yaml) }
    other.name = "Other"
    #expect(throws: LedgerError.ledgerMisplaced(reason: "'SchemaLedger/Cache' is the ledger of Cache")) {
      try Configuration.adding([other], to: yaml)
    }
  }
}
