package import SQLiteData
package import SQLiteSandbox

/// Facts about rows after a migration: SL304 to SL307, SL314 and SL318.
package enum RowFacts: Sendable, Hashable, Codable {
  /// Rows or values of a table changed. Samples and scripts are the finding's.
  case changed(DataChange)
  /// A migration that is not frozen says that it deletes, leaves out or overwrites existing rows or values.
  case stated(DataChange)
  /// The result with foreign keys on differs from the result with foreign keys off.
  case dependsOnForeignKeys(DatabaseContent.Difference)
  /// Frozen migrations fail or lose rows with foreign keys on, and the configuration does not state whether the
  /// application has them on. Paths of the migrations.
  case foreignKeysUnknown(migrations: [String])

  var code: Finding.Code {
    switch self {
    case .changed(let change): change.code
    case .stated: .rowsChanged
    case .dependsOnForeignKeys, .foreignKeysUnknown: .dependsOnForeignKeys
    }
  }

  var withoutCounts: RowFacts {
    switch self {
    case .changed(let change): .changed(change.withoutCounts)
    case .stated(let change): .stated(change.withoutCounts)
    case .dependsOnForeignKeys, .foreignKeysUnknown: self
    }
  }
}

extension DataChange {
  fileprivate var withoutCounts: DataChange {
    var change = self
    (change.count, change.total) = (0, 0)
    return change
  }

  fileprivate var code: Finding.Code {
    switch kind {
    case .tableDropped, .rowsDeleted, .rowsLost, .rowsNotSelected, .rowsLeftOut: .rowsLost
    case .moved: .valuesMoved
    case .filledWithName: .filledWithName
    case .columnDropped, .becameNull, .truncated, .digitsLost, .storageClassLost, .becameConstant, .notCopied,
      .renumbered,
      .rewritten, .merged, .storageClassChanged, .filled, .sequenceLost:
      .valuesLost
    }
  }
}
