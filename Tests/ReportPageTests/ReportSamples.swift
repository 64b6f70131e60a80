import CanonicalJSON
import Findings
import Manual
import ReportDocuments
import ReportPage

/// Reports for tests. Each version adds a column.
enum ReportSamples {
  /// Each of these tries to become markup, to run, to end a string, or to hide.
  static let hostileTexts = [
    "</script><script>window.broken = 1</script>", "<img src=x onerror=alert(1)>", "\" onload=\"alert(1)",
    "' onload='x",
    "--><b>", "<!--", "]]>", "&lt;script&gt;", "javascript:alert(1)", "a\u{202E}b\u{2066}c", "a\u{0}b\u{1B}[2Jc",
    "\u{2028}",
    "</style>", "{{a}}", "\\u003cb", "https://example.org/a.js", "#", "%3Cb%3E", " ", "", "é\u{301}👩‍👩‍👧", "../..",
    "a\nb\tc",
  ]

  /// - Parameter name: makes a name of its own out of each name.
  static func report(
    databases: Int = 1, versions: Int = 4, tables: Int = 5, naming name: (String) -> String = { $0 }
  ) -> Report {
    Report(
      title: name("project"), program: "schemaledger 0.1.0", commit: "0f3c9ab1", date: nil, verdict: .failed,
      databases: (0..<databases).map {
        database(name("database\($0)"), versions: versions, tables: tables, naming: name)
      },
      rules: [
        .init(
          code: "SL302", title: "the schema differs",
          text: [
            .heading(level: 3, [.text("Example")]),
            .paragraph([.text("See "), .link([.code("a")], target: "https://example.org")]),
            .code(info: "sql", lines: ["SELECT 1 < 2;", "-- </script>"]),
            .list([[.paragraph([.strong([.text("b")])])]]),
            .table(header: [[.text("c")]], rows: [[[.emphasis([.text("d")])]]]),
          ])
      ], remarks: [name("a remark")])
  }

  static func database(
    _ name: String, versions count: Int, tables: Int, naming rename: (String) -> String = { $0 }
  ) -> ReportDatabase {
    let schemas = (0..<count).map { version in
      ReportSchema(tables: (0..<tables).map { table($0, version: version, naming: rename) })
    }
    let versions = (0..<count).map { index in
      ReportDatabase.Version(
        name: rename("1.\(index).0"), entry: "\(1000 + index)" + String(repeating: "a", count: 60),
        state: index == 1 ? .withdrawn : .present, schema: index, parents: index == 0 ? [] : [index - 1],
        tags: [rename("v1.\(index).0")], commit: "0f3c9ab\(index % 10)", date: "2026-03-\(10 + index % 18)",
        author: rename("Ada"), migrations: [rename("\(index).sql")],
        changes: index == 0
          ? []
          : [
            .init(
              kind: "column.added", object: rename("notes0"), column: rename("extra\(index)"), before: nil,
              after: rename("TEXT"), verdict: "changed")
          ],
        outcomes: [.passed, index == 2 ? .failed(["SL302"]) : .untried(rename("no rows")), .waived(["SL458"])])
    }
    return ReportDatabase(
      name: name, summary: rename("a summary"), verdict: .failed, versions: versions, schemas: schemas,
      checks: [rename("Migration"), "Rows", "Files"],
      findings: findings(naming: rename))
  }

  /// A finding with everything that the page shows, and a waived one.
  private static func findings(naming rename: (String) -> String) -> [FindingDocument] {
    var finding = FindingDocument(
      code: "SL302", severity: .error, message: rename("the schema differs"), facts: ["kind": "schemaDiffers"])
    finding.version = rename("1.2.0")
    (finding.path, finding.line) = (rename("migrations/2.sql"), 1)
    finding.changes = [
      ChangeDocument(
        kind: "index.removed", object: rename("notes1"), column: nil, before: rename("CREATE INDEX a"), after: nil,
        verdict: "changed")
    ]
    finding.places = [rename("notes1"), rename("notes2")]
    finding.commits = [
      .init(
        author: rename("Ada") + " <ada@example.org>", commit: "0f3c9ab1" + String(repeating: "0", count: 32),
        date: "2026-03-12T12:00:00+01:00", role: "changed", summary: rename("Title"))
    ]
    finding.output = [rename("a line of output")]
    finding.samples = [rename("row")]
    finding.hint = rename("add a migration")
    finding.commands = [.init(command: rename("schemaledger diff"), purpose: "inspect")]
    var waived = FindingDocument(
      code: "SL458", severity: .note, message: rename("rows are discarded"), facts: ["kind": "tableDropped"])
    waived.waived = .init(reason: rename("a cache"))
    return [finding, waived]
  }

  static func table(_ index: Int, version: Int, naming name: (String) -> String = { $0 }) -> ReportSchema.Table {
    var columns: [ReportSchema.Column] = [
      .init(name: name("id"), type: "INTEGER", constraints: ["PRIMARY KEY"], isKey: true),
      .init(name: name("title"), type: name("TEXT"), constraints: version > 1 ? ["NOT NULL"] : []),
      .init(name: name("owner"), type: "INTEGER"),
    ]
    if index == 0 { columns += (0..<version).map { .init(name: name("extra\($0 + 1)"), type: "TEXT") } }
    let references: [ReportSchema.Reference] =
      index == 0
      ? []
      : [
        .init(
          columns: [name("owner")], table: name("notes\(index / 3)"), tableColumns: [name("id")],
          rule: "ON DELETE CASCADE")
      ]
    return .init(
      name: name("notes\(index)"), kind: "table", columns: columns, details: [name("CREATE INDEX a")],
      references: references)
  }
}
