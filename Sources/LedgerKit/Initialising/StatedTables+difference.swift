internal import MigrationSources
internal import SQLiteSchema
internal import SQLiteSyntax

extension StatedTables {
  /// What the migrations make otherwise: the first table, column or index, and the number of the others; `nil` if there is
  /// nothing.
  ///
  /// Tables and indexes that only the migrations make are none: SQL that was written by hand may make what the tool does not
  /// know, such as tables for full-text search.
  func difference(from schema: CanonicalSchema) -> String? {
    var differences: [String] = []
    for (name, stated) in columns.sorted(by: { $0.key < $1.key }) {
      guard let table = schema.tables.first(where: { $0.name == Identifier(name) }) else {
        differences.append("no table \(name)")
        continue
      }
      let made = Set(table.columns.map(\.name))
      let expected = Set(stated.map { Identifier($0) })
      differences += expected.subtracting(made).map(\.text).sorted().map { "no column \(name).\($0)" }
      differences += made.subtracting(expected).map(\.text).sorted().map { "a column \(name).\($0)" }
    }
    let made = Set(schema.indexes.map(\.name))
    differences += indexes.sorted().filter { !made.contains(Identifier($0)) }.map { "no index \($0)" }
    guard let first = differences.first else { return nil }
    return first + (differences.count > 1 ? " and \(differences.count - 1) more" : "")
  }
}
