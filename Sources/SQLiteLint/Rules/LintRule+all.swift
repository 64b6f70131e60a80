extension LintRule {
  /// All rules, by code.
  public static let all: [LintRule] = [
    allowComment,
    // Foreign keys
    foreignKeysInTransaction, cascadeOnDrop, deferredIsNotOff, parentRenamed, parentDropped, foreignKeyMismatch,
    unindexedForeignKey, replacedParent, foreignKeysLeftOff,
    // Rebuilt tables
    triggerLost, indexLost, autoincrementLost, sequenceRestarts, rowidsRenumbered, columnNotCopied, crossedColumns,
    copyByStar, ignoredRows, copyIsTable, tableLeftOver, fullTextContentGone,
    // Columns and constraints on existing rows
    notNullColumn, changingDefault, failingCheck, referencingDefault, notNullWithoutBackfill, uniqueOverRows,
    checkOverRows, strictOverRows, affinityChanged, nullablePrimaryKey, rowidLookalike,
    // The meaning of statements
    quotedText, comparedWithNull, everyRow, conditionalCreation, dropsNothing, defaultIsText, timeOfUpgrade,
    rowsDropped,
    brokenDependents, triggerByPosition,
    // Transactions, settings and files
    transactionControl, vacuumInTransaction, journalModeInTransaction, settledProperty, versionApart, legacyAlterLeftOn,
    writableSchema, otherFile, applicationName,
  ]
}
