internal import Findings
package import SQLiteData
internal import SQLiteSyntax

// SL319 and SL320: conditions of the configuration on rows.

extension Finding {
  /// - Parameter rows: the number of rows that violate the assumption, and of all rows of the table.
  package static func violates(
    _ version: String, _ assumption: Assumption, _ rows: (violating: Int, total: Int)
  ) -> Finding {
    var finding = Finding(
      .assumption(.violated(condition: assumption.condition, count: rows.violating, total: rows.total))
    ).with(version: version, path: Configuration.fileName)
    finding.object = assumption.table
    return finding
  }

  /// - Parameters:
  ///   - applies: whether a frozen version has the table and the columns.
  ///   - tables: the tables of all frozen versions.
  package static func isUnneeded(_ assumption: Assumption, applies: Bool, tables: [String]) -> Finding {
    let isTable = tables.contains { $0.foldedASCII == assumption.table.foldedASCII }
    let near = applies || isTable ? [] : NearMiss.names(of: assumption.table, among: tables)
    var finding = Finding(
      .assumption(.unneeded(condition: assumption.condition, applies: applies)), severity: .note,
      remedy: near.isEmpty ? nil : .correctName(to: near)
    ).with(path: Configuration.fileName)
    finding.object = assumption.table
    return finding
  }
}
