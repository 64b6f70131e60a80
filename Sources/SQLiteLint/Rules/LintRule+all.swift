extension LintRule {
  /// Every rule there is, by code.
  public static let all: [LintRule] = [
    allowComment,
    // Foreign keys
    foreignKeysInTransaction, cascadeOnDrop, deferredIsNotOff, parentRenamed, parentDropped, foreignKeyMismatch,
    unindexedForeignKey, replacedParent, foreignKeysLeftOff,
    // Tables made anew
    triggerLost, indexLost, autoincrementLost, sequenceRestarts, rowidsRenumbered, columnNotCopied, crossedColumns,
    copyByStar, ignoredRows, copyIsTable, tableLeftOver, fullTextContentGone,
    // Columns and constraints over rows that are there
    notNullColumn, changingDefault, failingCheck, referencingDefault, notNullWithoutBackfill, uniqueOverRows,
    checkOverRows, strictOverRows, affinityChanged, nullablePrimaryKey, rowidLookalike,
    // What statements say
    quotedText, comparedWithNull, everyRow, conditionalCreation, dropsNothing, defaultIsText, timeOfUpgrade,
    rowsDropped,
    brokenDependents, triggerByPosition,
    // Transactions, settings and files
    transactionControl, vacuumInTransaction, journalModeInTransaction, settledProperty, versionApart, legacyAlterLeftOn,
    writableSchema, otherFile, applicationName,
  ]
}
