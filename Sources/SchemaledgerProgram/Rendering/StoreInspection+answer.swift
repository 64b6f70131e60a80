import CanonicalJSON
import EntityModel
import Findings
import LedgerKit
internal import SQLiteSandbox
internal import SQLiteSchema
import SQLiteSyntax

extension StoreInspection: StoreAnswer {
  static var wording: StoreListWording {
    StoreListWording(
      done: "inspected", good: ("shows no damage", "show no damage"), bad: ("is damaged", "are damaged"),
      unclear: ("was not checked for damage", "were not checked for damage"), undone: "not read",
      separatesParagraphs: true)
  }

  static var isDocument: Bool { true }

  var isGood: Bool { if case .damaged = integrity { false } else { true } }
  var isUnclear: Bool { if case .unknown = integrity { true } else { false } }

  /// Files with the same schema, the same applied migrations and the same damage.
  func group(_ terminal: Terminal) -> StoreGroup {
    let tables = content.tables.filter { $0.kind != "shadow" }
    var facts: [DisplayText] = ["schema \(digest.prefix(12))", "\(Wording.count(tables.count, "table"))"]
    if content.properties.userVersion != 0 { facts.append("user_version \(content.properties.userVersion)") }
    for trackingTable in trackingTables {
      let last: DisplayText = trackingTable.migrations?.last.map { " up to \($0)" } ?? ""
      facts.append("\(trackingTable.table)\(last)")
    }
    switch integrity {
    case .ok: break
    case .damaged(let lines): facts.insert("damaged: \(lines.first ?? "")", at: 0)
    case .unknown(let reason): facts.append("damage not checked: \(reason)")
    }
    let limit = 12
    var details = tables.prefix(limit).map { table -> DisplayText in
      let columns: DisplayText = table.columns.map { " (\($0.map(\.name.text).shown()))" } ?? ""
      return ("    \(table.name)" + columns).shortened(to: 120)
    }
    if tables.count > limit { details.append("    and \(tables.count - limit) more") }
    return StoreGroup(title: facts.joined(separator: ", "), details: details)
  }

  func write(to terminal: Terminal) { InspectionText(inspection: self, terminal: terminal).write() }

  func json() -> JSONValue {
    let properties = content.properties
    var report = JSONReport("inspect")
    report["store"] = .string(name)
    report["schema"] = .string(digest)
    report["file"] = [
      "applicationID": .number(properties.applicationID), "autoVacuum": .number(properties.autoVacuum),
      "encoding": .string(properties.encoding), "freePages": .number(content.freePageCount),
      "journal": journalSize.map { .number($0) } ?? .null, "lastWriter": lastWriter.json,
      "log": logSize.map { .number($0) } ?? .null,
      "logPages": logPageCount.map { .number($0) } ?? .null, "pageSize": .number(properties.pageSize),
      "pages": .number(content.pageCount), "size": .number(size),
      "userVersion": .number(properties.userVersion), "wal": .bool(isWAL),
    ]
    report["model"] = model.map(\.json) ?? .null
    report["external"] =
      externalFiles.map { files in
        [
          "folder": .string(files.folder), "missing": .array(files.missing.map { .string($0) }),
          "references": .number(files.referenceCount), "stray": .number(files.strayCount),
        ]
      } ?? .null
    report["tables"] = .array(content.tables.map(\.json))
    report["indexes"] = .array(content.indexes.map(\.json))
    report["triggers"] = .array(content.triggers.map(\.json))
    report["migrationsTable"] = .array(
      trackingTables.map { trackingTable in
        [
          "migrations": trackingTable.migrations.map { .array($0.map { .string($0) }) } ?? .null,
          "table": .string(trackingTable.table.text),
          "tools": .string(trackingTable.tools),
        ]
      })
    switch integrity {
    case .ok: report["integrity"] = ["failures": [], "outcome": "ok"]
    case .damaged(let lines):
      report["integrity"] = ["failures": .array(lines.map { .string($0) }), "outcome": "damaged"]
    case .unknown(let reason): report["integrity"] = ["failures": [.string(reason)], "outcome": "unknown"]
    }
    return report.value
  }
}

private struct InspectionText {
  let inspection: StoreInspection
  let terminal: Terminal

  private var content: DatabaseDescription { inspection.content }

  func write() {
    line("store", "\(inspection.name)")
    line("schema", "\(inspection.digest)")
    writeFile()
    for trackingTable in inspection.trackingTables { line("tracking", text(trackingTable)) }
    writeModel()
    if let files = inspection.externalFiles { line("files", text(files)) }
    switch inspection.integrity {
    case .ok: line("damage", "none found by PRAGMA quick_check")
    case .damaged(let lines):
      for text in lines { line("damage", terminal.styled("\(text)", .error)) }
    case .unknown(let reason): line("damage", "not checked: \(reason)")
    }
    if case .declared(let model, _)? = inspection.model {
      for entity in model.entities {
        terminal.out("")
        for text in ModelText(model: model).lines(of: entity) { terminal.out("\(text)") }
      }
    }
    for table in content.tables { write(table) }
  }

  private func writeModel() {
    switch inspection.model {
    case .declared(let model, let place):
      let version = model.version.isEmpty ? "no version" : "version \(model.version)"
      let writer = place == .modelCache ? "SwiftData or Core Data" : "SchemaModel"
      line("model", "\(version), \(Wording.count(model.entities.count, "entity", "entities")), written by \(writer)")
    case .unreadable(_, let reason): line("model", "not read: \(reason)")
    case nil: break
    }
  }

  private func writeFile() {
    let properties = content.properties
    let pages = "\(Wording.count(content.pageCount, "page")) of \(properties.pageSize) bytes"
    let free: DisplayText = content.freePageCount == 0 ? "" : ", \(content.freePageCount) free"
    line("file", "\(inspection.size) bytes, \(pages)\(free), \(properties.encoding)")
    var journal: DisplayText = inspection.isWAL ? "wal" : "rollback"
    if let size = inspection.logSize, let count = inspection.logPageCount {
      journal += ", a write-ahead log of \(size) bytes beside it (\(Wording.count(count, "page")))"
    }
    if let size = inspection.journalSize { journal += ", a journal of \(size) bytes beside it" }
    line("journal", journal)
    line("set", "user_version \(properties.userVersion), application_id \(properties.applicationID)")
    if let writer = inspection.lastWriter { line("written", "by SQLite \(writer)") }
  }

  private func text(_ files: ExternalFiles) -> DisplayText {
    var text: DisplayText = "\(Wording.count(files.referenceCount, "value")) in \(files.folder)"
    if let first = files.missing.first {
      text += terminal.styled(", \(Wording.count(files.missing.count, "file")) missing, such as \(first)", .error)
    }
    if files.strayCount > 0 { text += ", and \(Wording.count(files.strayCount, "file")) that no value refers to" }
    return text
  }

  private func line(_ label: DisplayText, _ text: DisplayText) { terminal.out(label.padded(to: 9) + text) }

  private func text(_ trackingTable: StoreInspection.TrackingTable) -> DisplayText {
    guard let migrations = trackingTable.migrations, let last = migrations.last else {
      return "\(trackingTable.table)  (\(trackingTable.tools))"
    }
    return
      "\(trackingTable.table)  (\(trackingTable.tools)): \(Wording.count(migrations.count, "migration")), the last one is \(last)"
  }

  private func write(_ table: DatabaseDescription.Table) {
    var words: [DisplayText] = [
      table.kind == "view" ? "view" : table.kind == "table" ? "table" : "\(table.kind) table"
    ]
    words.append(terminal.styled("\(table.name)", .strong))
    if table.isStrict { words.append("STRICT") }
    if table.isWithoutRowid { words.append("WITHOUT ROWID") }
    switch table.rowCount {
    case .counted(let count): words.append(" \(Wording.count(count, "row"))")
    case .unknown(let reason): words.append(" rows not counted: \(reason)")
    case nil: break
    }
    terminal.out("")
    terminal.out(words.joined(separator: " "))
    // The contents of a shadow table are an implementation detail of its virtual table.
    guard table.kind != "shadow" else { return }
    if let columns = table.columns {
      let names = columns.map { "\($0.name)" as DisplayText }
      let width = names.map(\.count).max() ?? 0
      for (name, column) in zip(names, columns) {
        let text: DisplayText = "  \(name.padded(to: width))  \(column.facts)"
        terminal.out(text.withoutSpacesAtEnd)
      }
    } else {
      terminal.out("  its columns cannot be read")
    }
    let lists: [(label: DisplayText, objects: [DatabaseDescription.Object])] = [
      ("index", content.indexes), ("trigger", content.triggers),
    ]
    for (label, list) in lists {
      let names = list.filter { $0.table == table.name }.map(\.name)
      if !names.isEmpty { terminal.out("  \(label)  \(names.map(\.text).shown())") }
    }
  }
}

extension DatabaseDescription.Table.Column {
  fileprivate var facts: String {
    let words = [
      type, isNotNull ? "NOT NULL" : "", keyPosition > 0 ? "PRIMARY KEY" : "", isGenerated ? "GENERATED" : "",
    ]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension String? {
  fileprivate var json: JSONValue { map { .string($0) } ?? .null }
}

extension StoreModel {
  fileprivate var json: JSONValue {
    switch self {
    case .declared(let model, let place):
      [
        "document": model.document, "identity": .string(model.identity()), "place": .string(place.rawValue),
        "reason": .null,
      ]
    case .unreadable(let place, let reason):
      ["document": .null, "identity": .null, "place": .string(place.rawValue), "reason": .string(reason)]
    }
  }
}

extension DatabaseDescription.Object {
  fileprivate var json: JSONValue { ["name": .string(name.text), "table": .string(table.text)] }
}

extension DatabaseDescription.Table {
  fileprivate var json: JSONValue {
    var rows = JSONValue.null
    if case .counted(let count) = rowCount { rows = .number(count) }
    return [
      "columns": columns.map { .array($0.map(\.json)) } ?? .null, "kind": .string(kind), "name": .string(name.text),
      "rows": rows, "strict": .bool(isStrict), "withoutRowid": .bool(isWithoutRowid),
    ]
  }
}

extension DatabaseDescription.Table.Column {
  fileprivate var json: JSONValue {
    [
      "generated": .bool(isGenerated), "key": .number(keyPosition), "name": .string(name.text),
      "notNull": .bool(isNotNull),
      "type": .string(type),
    ]
  }
}
