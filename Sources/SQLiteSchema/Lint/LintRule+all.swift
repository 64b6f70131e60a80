extension LintRule {
  /// By code.
  public static let all: [LintRule] = [
    allowComment,
    // Foreign keys
    foreignKeysInTransaction, cascadeOnDrop, deferredIsNotOff, parentRenamed, parentDropped, foreignKeyMismatch,
    // Tables made anew
    triggerLost, indexLost, autoincrementLost, rowidsRenumbered, columnNotCopied, crossedColumns, copyByStar,
    ignoredRows, copyIsTable, tableLeftOver,
    // Columns and constraints over rows that are there
    notNullColumn, changingDefault, failingCheck, referencingDefault, notNullWithoutBackfill, uniqueOverRows,
    checkOverRows, strictOverRows, affinityChanged,
    // What statements say
    quotedText, comparedWithNull, everyRow, conditionalCreation, replacedParent, defaultIsText,
  ]
}
