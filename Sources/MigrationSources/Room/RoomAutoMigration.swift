internal import CanonicalJSON

/// The statements that Room's compiler writes for an `AutoMigration` between two exported versions.
///
/// The rules are those of
/// [SchemaDiffer](https://github.com/androidx/androidx/blob/androidx-main/room/room-compiler/src/main/kotlin/androidx/room/util/SchemaDiffer.kt)
/// and
/// [AutoMigrationWriter](https://github.com/androidx/androidx/blob/androidx-main/room/room-compiler/src/main/kotlin/androidx/room/writer/AutoMigrationWriter.kt).
struct RoomAutoMigration {
  /// What the class that is the `spec` of an `AutoMigration` declares.
  struct Spec: Sendable, Hashable {
    struct Column: Sendable, Hashable {
      let table: String
      let name: String
    }

    /// New names of tables, by the old ones.
    var renamedTables: [String: String] = [:]
    /// New names of columns.
    var renamedColumns: [Column: String] = [:]
    var deletedTables: Set<String> = []
    var deletedColumns: Set<Column> = []
    /// The statements of `onPostMigrate`.
    var later: [String] = []
  }

  /// Why there are no statements, as a clause.
  struct Refusal: Error {
    let reason: String
  }

  private let spec: Spec
  private(set) var statements: [String] = []

  init(from old: JSONValue, to new: JSONValue, _ spec: Spec) throws(Refusal) {
    self.spec = spec
    let (oldTables, newTables) = (try Self.tables(old), try Self.tables(new))
    for view in old["database"]?["views"]?.array ?? [] {
      statements.append("DROP VIEW \(Self.quoted(try Self.text(view, "viewName")))")
    }
    var complex: [(old: Table, new: Table)] = []
    var (deleted, renamed, columns, added): ([String], [String], [String], [String]) = ([], [], [], [])
    for table in oldTables {
      let name = spec.renamedTables[table.name] ?? table.name
      guard let next = newTables.first(where: { $0.name == name }) else {
        guard spec.deletedTables.contains(table.name) else {
          throw Refusal(reason: "Room's compiler refuses it: the table \(table.name) has vanished")
        }
        deleted.append("DROP TABLE \(Self.quoted(table.name))")
        continue
      }
      if table.isFullText || next.isFullText {
        if table.json == next.json { continue }
        throw Refusal(reason: "the full-text table \(table.name) has changed")
      }
      if try isComplex(table, next) {
        complex.append((table, next))
        continue
      }
      if name != table.name {
        renamed.append("ALTER TABLE \(Self.quoted(table.name)) RENAME TO \(Self.quoted(name))")
      }
      for column in next.columns where table.column(column.name) == nil {
        columns.append(try Self.addition(of: column, to: name))
      }
    }
    for table in newTables {
      let isOld = oldTables.contains { (spec.renamedTables[$0.name] ?? $0.name) == table.name }
      if !isOld { added += [table.create(as: table.name)] + table.indices(on: table.name) }
    }
    statements += deleted + renamed + columns + added
    for (table, next) in complex { statements += copy(table, next) }
    for view in new["database"]?["views"]?.array ?? [] {
      let name = try Self.text(view, "viewName")
      statements.append(try Self.text(view, "createSql").replacing("${VIEW_NAME}", with: name))
    }
    statements += spec.later
  }

  /// Whether a table is made again, because SQLite cannot alter it.
  private func isComplex(_ old: Table, _ new: Table) throws(Refusal) -> Bool {
    var isComplex =
      old.foreignKeys != new.foreignKeys || old.indexDeclarations != new.indexDeclarations
      || old.primaryKey != new.primaryKey || old.foreignKeyParents.contains { spec.renamedTables[$0] != nil }
    for column in old.columns {
      let key = Spec.Column(table: old.name, name: column.name)
      if spec.renamedColumns[key] != nil || spec.deletedColumns.contains(key) {
        isComplex = true
      } else if let same = new.column(column.name) {
        if same != column { isComplex = true }
      } else {
        throw Refusal(reason: "Room's compiler refuses it: the column \(old.name).\(column.name) has vanished")
      }
    }
    return isComplex
  }

  private func copy(_ old: Table, _ new: Table) -> [String] {
    let temporary = "_new_" + new.name
    let pairs = new.columns.compactMap { column -> (new: String, old: String)? in
      let former = old.columns.first {
        spec.renamedColumns[Spec.Column(table: old.name, name: $0.name)] == column.name
      }
      if let former { return (column.name, former.name) }
      return old.column(column.name).map { (column.name, $0.name) }
    }
    let (targets, sources) = (pairs.map { Self.quoted($0.new) }, pairs.map { Self.quoted($0.old) })
    return [
      new.create(as: temporary),
      "INSERT INTO \(Self.quoted(temporary)) (\(targets.joined(separator: ",")))"
        + " SELECT \(sources.joined(separator: ",")) FROM \(Self.quoted(old.name))",
      "DROP TABLE \(Self.quoted(old.name))",
      "ALTER TABLE \(Self.quoted(temporary)) RENAME TO \(Self.quoted(new.name))",
    ] + new.indices(on: new.name)
  }

  private static func addition(of column: Column, to table: String) throws(Refusal) -> String {
    let start = "ALTER TABLE \(quoted(table)) ADD COLUMN \(quoted(column.name)) \(column.affinity)"
    if !column.isRequired { return start + " DEFAULT \(column.defaultValue ?? "NULL")" }
    guard let value = column.defaultValue else {
      throw Refusal(
        reason: "Room's compiler refuses it: the new column \(table).\(column.name) is NOT NULL without a default")
    }
    return start + " NOT NULL DEFAULT \(value)"
  }

  // MARK: Exports

  private struct Column: Hashable {
    let name: String
    let affinity: String
    let isRequired: Bool
    let defaultValue: String?
  }

  private struct Table {
    let json: JSONValue
    let name: String
    let createSQL: String
    let columns: [Column]

    var isFullText: Bool { json["ftsVersion"] != nil }
    var primaryKey: String { json["primaryKey"]?.canonical ?? "" }
    var foreignKeys: Set<String> { Set((json["foreignKeys"]?.array ?? []).map(\.canonical)) }
    var foreignKeyParents: [String] { (json["foreignKeys"]?.array ?? []).compactMap { $0["table"]?.string } }
    var indexDeclarations: Set<String> {
      Set(
        (json["indices"]?.array ?? []).map { index in
          // Former exports have no `orders`.
          JSONValue.array([
            index["name"] ?? .null, index["unique"] ?? .null, index["columnNames"] ?? .null,
            index["orders"] ?? .array([]),
          ]).canonical
        })
    }

    func column(_ name: String) -> Column? { columns.first { $0.name == name } }

    func create(as name: String) -> String { createSQL.replacing("${TABLE_NAME}", with: name) }

    func indices(on table: String) -> [String] {
      (json["indices"]?.array ?? []).compactMap { $0["createSql"]?.string?.replacing("${TABLE_NAME}", with: table) }
    }
  }

  private static func tables(_ export: JSONValue) throws(Refusal) -> [Table] {
    var tables: [Table] = []
    for json in export["database"]?["entities"]?.array ?? [] {
      var columns: [Column] = []
      for field in json["fields"]?.array ?? [] {
        columns.append(
          Column(
            name: try text(field, "columnName"), affinity: try text(field, "affinity"),
            isRequired: field["notNull"] == .bool(true), defaultValue: field["defaultValue"]?.string))
      }
      tables.append(
        Table(json: json, name: try text(json, "tableName"), createSQL: try text(json, "createSql"), columns: columns))
    }
    return tables
  }

  private static func text(_ json: JSONValue, _ key: String) throws(Refusal) -> String {
    guard let text = json[key]?.string else { throw Refusal(reason: "an export has no '\(key)'") }
    return text
  }

  private static func quoted(_ name: String) -> String { "`\(name)`" }
}
