package import SQLiteSandbox
internal import SQLiteSyntax

extension MigrationsTable {
  /// The place where the databases of a convention record their migrations, and the way to read the record.
  package enum Form: Sendable {
    /// Rows of a table in the database. `others` are further tables that the tool creates in it, such as its lock.
    case table(TrackingTables.Table, Rows, others: [TrackingTables.Table])
    /// [`user_version`](https://www.sqlite.org/pragma.html#pragma_user_version): the id of the last migration plus the
    /// number that a new database begins with.
    case userVersion(first: Int)
    /// No record in the database, with the reason.
    case notInDatabase(String)

    /// - Parameters:
    ///   - tool: the tool or tools that create a table of this name.
    ///   - columns: columns with times, durations and random values, each with the SQL expression
    ///     that replaces the value in a fixture.
    static func table(
      _ name: Identifier, of tool: String, normalizing columns: [Identifier: String] = [:], _ rows: Rows,
      others: [TrackingTables.Table] = []
    ) -> Form {
      .table(TrackingTables.Table(name, of: tool, normalizing: columns), rows, others: others)
    }

    /// golang-migrate, dbmate and Rails each have a table of this name.
    static func schemaMigrations(_ rows: Rows) -> Form {
      .table("schema_migrations", of: "golang-migrate, dbmate, Rails", rows)
    }

    /// The tables that the tool creates in the database.
    var tables: [TrackingTables.Table] {
      if case .table(let table, _, let others) = self { [table] + others } else { [] }
    }
  }

  /// A query on a tool's table. Its first column counts, and the case describes the contents of that column: see
  /// ``Applied``.
  package enum Rows: Sendable {
    case ids(String)
    case idsSince(String)
    /// The number of the last migration, in the last row. Before the first migration, the table has no row.
    case through(String)
    case texts(String)

    var query: String {
      switch self {
      case .ids(let query), .idsSince(let query), .through(let query), .texts(let query): query
      }
    }

    func applied(_ values: [String]) -> Applied {
      switch self {
      case .ids: .ids(values)
      case .idsSince: .idsSince(values)
      case .through: .through(values.last ?? "-1")
      case .texts: .texts(values)
      }
    }
  }
}
