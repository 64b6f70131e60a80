internal import SQLiteSyntax

/// What happened to the tables and columns of a database along its versions.
struct TableHistory {
  struct Column {
    /// The version that added it, and those that changed its definition, oldest first.
    var events: [(version: String, text: String)] = []
  }

  struct Table {
    /// Its last form.
    var table: ReportSchema.Table
    /// The version that added it.
    var since: String
    /// The version that removed it; `nil` if the newest version has it.
    var removedIn: String?
    /// The columns that it has or had, by name.
    var columns: [Identifier: Column] = [:]
    /// Removed columns with the version that removed them, in the order of their removal.
    var removedColumns: [(name: String, version: String)] = []
  }

  /// By name; those of the newest version first.
  let tables: [Table]

  /// - Parameter versions: the versions and their schemas, oldest first.
  init(_ versions: [(name: String, schema: ReportSchema)]) {
    var tables: [Identifier: Table] = [:]
    var former: [Identifier: ReportSchema.Table] = [:]
    for (version, schema) in versions {
      let current = Dictionary(schema.tables.map { ($0.name.identifier, $0) }) { first, _ in first }
      for name in former.keys where current[name] == nil { tables[name]?.removedIn = version }
      for table in schema.tables {
        let name = table.name.identifier
        if former[name] == nil { tables[name] = Table(table: table, since: version) }
        tables[name]?.add(table, after: former[name], in: version)
      }
      former = current
    }
    let sorted = tables.values.sorted { $0.table.name.precedesNaturally($1.table.name) }
    self.tables = sorted.filter { $0.removedIn == nil } + sorted.filter { $0.removedIn != nil }
  }
}

extension TableHistory.Table {
  fileprivate mutating func add(_ newer: ReportSchema.Table, after older: ReportSchema.Table?, in version: String) {
    table = newer
    let before = Dictionary((older?.columns ?? []).map { ($0.name.identifier, $0) }) { first, _ in first }
    let names = Set(newer.columns.map(\.name.identifier))
    for column in older?.columns ?? [] where !names.contains(column.name.identifier) {
      removedColumns.append((column.name, version))
      columns[column.name.identifier] = nil
    }
    for column in newer.columns {
      let name = column.name.identifier
      if let old = before[name] {
        if old != column { columns[name]?.events.append((version, "was \(old.definition)")) }
      } else {
        removedColumns.removeAll { $0.name.identifier == name }
        columns[name] = .init(events: [(version, older == nil ? "with the table" : "added")])
      }
    }
  }
}
