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
    var columns: [String: Column] = [:]
    /// Removed columns with the version that removed them, in the order of their removal.
    var removedColumns: [(name: String, version: String)] = []
  }

  /// By name; those of the newest version first.
  let tables: [Table]

  /// - Parameter versions: the versions and their schemas, oldest first.
  init(_ versions: [(name: String, schema: ReportSchema)]) {
    var tables: [String: Table] = [:]
    var former: [String: ReportSchema.Table] = [:]
    for (version, schema) in versions {
      let current = Dictionary(schema.tables.map { ($0.name, $0) }) { first, _ in first }
      for name in former.keys where current[name] == nil { tables[name]?.removedIn = version }
      for table in schema.tables {
        if former[table.name] == nil { tables[table.name] = Table(table: table, since: version) }
        tables[table.name]?.add(table, after: former[table.name], in: version)
      }
      former = current
    }
    self.tables = tables.values.sorted {
      ($0.removedIn == nil ? 0 : 1, $0.table.name) < ($1.removedIn == nil ? 0 : 1, $1.table.name)
    }
  }
}

extension TableHistory.Table {
  fileprivate mutating func add(_ newer: ReportSchema.Table, after older: ReportSchema.Table?, in version: String) {
    table = newer
    let before = Dictionary((older?.columns ?? []).map { ($0.name, $0) }) { first, _ in first }
    let names = Set(newer.columns.map(\.name))
    for column in older?.columns ?? [] where !names.contains(column.name) {
      removedColumns.append((column.name, version))
      columns[column.name] = nil
    }
    for column in newer.columns {
      if let old = before[column.name] {
        if old != column { columns[column.name]?.events.append((version, "was \(old.definition)")) }
      } else {
        removedColumns.removeAll { $0.name == column.name }
        columns[column.name] = .init(events: [(version, older == nil ? "with the table" : "added")])
      }
    }
  }
}
