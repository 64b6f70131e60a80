import CanonicalJSON
import Findings
import Foundation
import Manual
import ReportDocuments
import ReportPage

/// Writes pages for the tests in a browser: a small one, a hostile one, one of several databases, one of 19 findings, and
/// some of the size of large projects.
@main
enum SampleReports {
  static func main() throws {
    let folder = URL(filePath: CommandLine.arguments[1])
    let reports = [
      ("notes", notes), ("hostile", hostile), ("two", two), ("findings", manyFindings), ("large", large),
      ("wide", wide),
      ("huge", huge),
    ]
    for (name, report) in reports {
      let start = ContinuousClock.now
      let page = report.html()
      let time = ContinuousClock.now - start
      try page.write(to: folder.appending(path: name + ".html"), atomically: true, encoding: .utf8)
      print("\(name): \(page.utf8.count) bytes, \(time.formatted(.units(allowed: [.milliseconds])))")
    }
  }

  static var notes: Report { report("notes-app", [database("App", versions: 6, tables: 8)]) }

  static var two: Report {
    report("two databases", [database("App", versions: 3, tables: 4), database("Cache", versions: 2, tables: 2)])
  }

  static var large: Report { report("large", [database("App", versions: 50, tables: 60)]) }

  /// More tables than a picture can show.
  static var wide: Report { report("wide", [database("App", versions: 2, tables: 260)]) }

  static var huge: Report { report("huge", [database("App", versions: 200, tables: 300)]) }

  /// Nineteen findings: of one rule about one file, of one rule about several files, and notes.
  static var manyFindings: Report {
    var database = database("App", versions: 12, tables: 8)
    let (differs, lost) = (findings[0], findings[1])
    database.findings = (0..<8).map { index in
      var finding = differs
      (finding.version, finding.message) = ("1.\(index).0", "migrating 1.\(index).0 produces a different schema")
      if index > 4 { finding.path = "migrations/\(index)_change.sql" }
      return finding
    }
    database.findings += (0..<6).map { index in
      var finding = lost
      finding.message = "values of things_\(index).title are lost"
      return finding
    }
    database.findings += (0..<5).map { index in
      var note = lost
      (note.severity, note.code, note.message) = (.note, "SL458", "every row of things_\(index) is discarded")
      return note
    }
    return report("many-findings", [database])
  }

  static func report(_ title: String, _ databases: [ReportDatabase]) -> Report {
    let text = (Manual.explanation(of: "SL302")?.blocks ?? []).drop { if case .heading = $0 { true } else { false } }
    return Report(
      title: title, program: "schemaledger 0.1.0", commit: "0f3c9ab1", date: nil, verdict: .failed,
      databases: databases,
      rules: [.init(code: "SL302", title: "Migrated schema differs from a new database", text: Array(text))],
      remarks: ["not tried: what is listed as not covered by rows. --strict makes this a failure"])
  }

  static func database(_ name: String, versions count: Int, tables: Int) -> ReportDatabase {
    var schemas: [ReportSchema] = []
    var versions: [ReportDatabase.Version] = []
    for index in 0..<count {
      schemas.append(ReportSchema(tables: (0..<tables - (count - index > 2 ? 1 : 0)).map { table($0, version: index) }))
      let isLast = index == count - 1
      versions.append(
        .init(
          name: "1.\(index).0", entry: String(repeating: "\(index % 10)", count: 64),
          state: isLast ? .uncommitted : index == 1 && count > 4 ? .absent : .present, schema: index,
          parents: index == 0 ? [] : index == 2 && count > 4 ? [0, 1] : [index - 1],
          tags: index % 2 == 0 ? ["v1.\(index).0"] : [], commit: isLast ? nil : "0f3c9a\(index % 10)b",
          date: isLast ? nil : "2026-03-\(10 + index % 18)", author: isLast ? nil : "Ada Example",
          migrations: ["\(index)_change.sql"],
          changes: index == 0
            ? []
            : [
              .init(
                kind: "column.added", object: "things_0", column: "extra_\(index)", before: nil,
                after: "extra_\(index) TEXT", verdict: "changed"),
              .init(
                kind: "column.type", object: "things_1", column: "title", before: "TEXT", after: "TEXT NOT NULL",
                verdict: "changed"),
            ],
          outcomes: index == 2
            ? [.failed(["SL302"]), .passed, .untried("rows were not generated")]
            : [.passed, index == 3 ? .warned(["SL305"]) : .passed, .passed]))
    }
    return ReportDatabase(
      name: name,
      summary:
        "1 error in 1 version, 1 warning in 1 version, \(count - 1) of \(count) versions migrate to today's schema",
      verdict: .failed, versions: versions, schemas: schemas, checks: ["Migration", "Rows", "Files"],
      findings: findings,
      pending: [
        .init(kind: "table.added", object: "labels", column: nil, before: nil, after: nil, verdict: "changed")
      ])
  }

  static var findings: [FindingDocument] {
    var differs = FindingDocument(
      code: "SL302", severity: .error,
      message: "migrating 1.2.0 produces a different schema than a new database, which has no index things_by_title",
      facts: ["kind": "schemaDiffers"])
    differs.version = "1.2.0"
    (differs.path, differs.line) = ("migrations/3_index.sql", 1)
    differs.changes = [
      .init(
        kind: "index.removed", object: "things_by_title", column: nil, before: "CREATE INDEX things_by_title",
        after: nil, verdict: "changed")
    ]
    differs.commits = [
      .init(
        author: "Ada Example <ada@example.org>", commit: "0f3c9ab1", date: "2026-03-12", role: "added",
        summary: "Index the titles")
    ]
    differs.samples = ["id 3: 'a' → NULL"]
    differs.hint = "add a migration that gives existing databases the schema of new ones"
    differs.commands = [.init(command: "schemaledger diff 1.2.0", purpose: "inspect")]
    var lost = FindingDocument(
      code: "SL305", severity: .warning, message: "values of things_1.title are lost", facts: ["kind": "valuesLost"])
    lost.version = "1.3.0"
    var dropped = FindingDocument(
      code: "SL458", severity: .note, message: "every row of a table is discarded", facts: ["kind": "tableDropped"])
    dropped.version = "1.1.0"
    dropped.waived = .init(reason: "the table was a cache")
    return [differs, lost, dropped]
  }

  static func table(_ index: Int, version: Int) -> ReportSchema.Table {
    var columns: [ReportSchema.Column] = [
      .init(name: "id", type: "INTEGER", constraints: ["PRIMARY KEY"], isKey: true),
      .init(
        name: "title", type: "TEXT", constraints: version > index ? ["NOT NULL"] : [], isRequired: version > index),
      .init(name: "created", type: "REAL", constraints: ["DEFAULT 0"]),
      .init(name: "owner_id", type: "INTEGER"),
    ]
    if index == 0 { columns += (1..<max(2, version + 1)).map { .init(name: "extra_\($0)", type: "TEXT") } }
    var references: [ReportSchema.Reference] = []
    if index > 0 {
      let isDeclared = index % 4 != 3
      references.append(
        .init(
          columns: ["owner_id"], table: "things_\(index / 3)", tableColumns: ["id"],
          rule: isDeclared ? "ON DELETE CASCADE" : "", isDeclared: isDeclared))
    }
    return .init(
      name: "things_\(index)", kind: "table", columns: columns,
      details: ["CREATE INDEX things_\(index)_by_title\n  ON things_\(index) (title);"], references: references)
  }

  /// Each text tries to become markup or to run.
  static var hostile: Report {
    let evil =
      "</script><script>window.broken = 1</script><img src=x onerror=\"window.broken = 2\">'\"\u{202E}\u{0}\u{1B}[2J"
    var database = database(evil, versions: 3, tables: 3)
    for index in database.versions.indices {
      database.versions[index].name += evil
      database.versions[index].tags = [evil]
      database.versions[index].author = evil
      database.versions[index].migrations = [evil]
      for change in database.versions[index].changes.indices {
        database.versions[index].changes[change].object = evil
        database.versions[index].changes[change].after = evil
      }
    }
    for schema in database.schemas.indices {
      for table in database.schemas[schema].tables.indices {
        database.schemas[schema].tables[table].name += evil
        database.schemas[schema].tables[table].columns[1].name = evil
        database.schemas[schema].tables[table].columns[1].type = evil
        database.schemas[schema].tables[table].details.append(evil)
      }
    }
    for finding in database.findings.indices {
      database.findings[finding].message = evil
      database.findings[finding].code += evil
      database.findings[finding].path = "javascript:window.broken = 3"
      database.findings[finding].output = [evil]
      database.findings[finding].hint = evil
    }
    var report = report(evil, [database])
    report.remarks = [evil]
    return report
  }
}
