package import SQLiteData
package import SQLiteSandbox

/// Facts about rows after a migration: SL304 to SL307 and SL314.
package enum RowFacts: Sendable, Hashable {
  /// Rows or values of a table changed. Samples and scripts are the finding's.
  case changed(DataChange)
  /// The result with foreign keys on differs from the result with foreign keys off.
  case dependsOnForeignKeys(DatabaseContent.Difference)
  /// Frozen migrations fail or lose rows with foreign keys on, and the configuration does not state whether the
  /// application has them on. Paths of the migrations.
  case foreignKeysUnknown(migrations: [String])

  var code: Finding.Code {
    switch self {
    case .changed(let change): change.code
    case .dependsOnForeignKeys, .foreignKeysUnknown: .dependsOnForeignKeys
    }
  }

  var withoutCounts: RowFacts {
    guard case .changed(var change) = self else { return self }
    (change.count, change.total) = (0, 0)
    return .changed(change)
  }
}

extension DataChange {
  fileprivate var code: Finding.Code {
    switch kind {
    case .tableDropped, .rowsDeleted, .rowsLost, .rowsNotSelected: .rowsLost
    case .moved: .valuesMoved
    case .filledWithName: .filledWithName
    case .columnDropped, .becameNull, .truncated, .digitsLost, .storageClassLost, .becameConstant, .notCopied,
      .renumbered,
      .rewritten, .storageClassChanged, .filled, .sequenceLost:
      .valuesLost
    }
  }
}
