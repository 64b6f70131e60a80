import LedgerCore

extension FuzzTarget {
  private static let configurations = [
    """
    # A comment.
    ledger: SchemaLedger
    source:
      kind: migrations
      path: db/migrations
      convention: plain
    ignore:
      - a
      - "b c"
    """,
    """
    databases:
      Notes:
        source: {kind: schema, path: 'schema.sql'}
        version: user_version
      Cache:
        ledger: "Ledgers/Cache"
        source:
          kind: schema
          files: [a.sql, b.sql]
          migrations:
            paths:
              - migrations
              - old
            convention: sqlx
        version:
          file: package.json
          pattern: '"version": "([^"]+)"'
    """,
    "source: {kind: schema, path: a}\nversion: 1.2.3\n",
    """
    source:
      kind: command
      create: make schema.sqlite
      migrate: make migrated
      directory: tools
      environment: {A: '', B: "x y"}
      time-limit: 5
      inputs: [a, b]
    stub:
      functions:
        - now: 5
        - name: "x\\n"
        - rate: 1.5
        - other
        - none: null
      collations: [LOCALIZED]
    """,
    "source: {kind: database, path: a.sqlite, migrations: {path: b, convention: plain}}\n",
  ]

  /// `schemaledger.yml`: refused with a reason, or written in a way that reads back to the same.
  static let configuration = FuzzTarget(
    name: "configuration", share: 50, seeds: { configurations.map { Array($0.utf8) } },
    words: """
      ledger source kind path paths convention files migrations schema databases version file pattern ignore plain sqlx
      diesel prisma drizzle golang-migrate user_version .git .. . / ./ - : ? & * &a *a ! !! !!str !!binary | > |- >+ % @ `
      { } [ ] , # ' " --- ... << ~ null yes 0x10 1_000 .inf 2001-01-01 "\\x7F" "\\u2028" "\\n" "\\u0085" "\\0" "\\uFFFE" ( ) [a-z]
      command database create migrate directory environment time-limit inputs stub functions collations
      (?<v> + {1,9} \\ \\1 (?= (?i)
      """.split(whereSeparator: \.isWhitespace).map(String.init) + [
        "\n", "\n  ", "\n    - ", ": ", "\t", "\u{FEFF}", "\u{2028}",
      ],
    read: { bytes in
      let configuration: Configuration
      do throws(LedgerError) {
        configuration = try Configuration(yaml: String(decoding: bytes, as: UTF8.self))
      } catch {
        guard !error.message.isEmpty else { throw Violation("nothing said") }
        return false
      }
      let text = configuration.yaml
      do {
        let again = try Configuration(yaml: text)
        guard again == configuration else { throw Violation("reads back otherwise: \(text)") }
      } catch let error as LedgerError {
        throw Violation("does not read back: \(error)\n\(text)")
      }
      return true
    })
}
