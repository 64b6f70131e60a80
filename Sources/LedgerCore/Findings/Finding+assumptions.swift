package import SQLiteData

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

  /// - Parameter applies: whether a frozen version has the table and the columns.
  package static func isUnneeded(_ assumption: Assumption, applies: Bool) -> Finding {
    var finding = Finding(
      .assumption(.unneeded(condition: assumption.condition, applies: applies)), severity: .note
    ).with(path: Configuration.fileName)
    finding.object = assumption.table
    return finding
  }
}
