// Written by .ci/finding-codes.

extension LintRule {
  /// All rules, by code.
  public static let all: [LintRule] = [
    allowComment, foreignKeysInTransaction, cascadeOnDrop, deferredIsNotOff, parentRenamed, parentDropped,
    foreignKeyMismatch, unindexedForeignKey, replacedParent, foreignKeysLeftOff, triggerLost, indexLost,
    autoincrementLost, sequenceRestarts, rowidsRenumbered, columnNotCopied, crossedColumns, copyByStar, ignoredRows,
    copyIsTable, tableLeftOver, fullTextContentGone, viewTriggerLost, constraintLost, fullTextDelete, notNullColumn,
    changingDefault, failingCheck, referencingDefault, notNullWithoutBackfill, uniqueOverRows, checkOverRows,
    strictOverRows, affinityChanged, nullablePrimaryKey, rowidLookalike, jsonOverRows, anyRow, quotedText,
    comparedWithNull, everyRow, conditionalCreation, dropsNothing, defaultIsText, timeOfUpgrade, rowsDropped,
    brokenDependents, triggerByPosition, transactionControl, vacuumInTransaction, journalModeInTransaction,
    settledProperty, versionApart, legacyAlterLeftOn, writableSchema, otherFile, applicationName,
  ]

  /// The types of what they find, by code.
  package static let violations: [any LintViolation.Type] = [
    NamesNoRule.self, UnknownRules.self, GivesNoReason.self, AllowsNothing.self, PragmaInTransaction.self,
    CascadeOnDrop.self, CascadeDespiteDeferral.self, ParentRenamed.self, ParentDropped.self, ForeignKeyMismatch.self,
    Unindexed.self, ParentReplaced.self, ForeignKeysLeftOff.self, TriggerLost.self, IndexLost.self,
    AutoincrementLost.self, SequenceRestarts.self, RowidsRenumbered.self, ColumnNotCopied.self, KeyNotCopied.self,
    ColumnsCrossed.self, CopyByStar.self, RowsIgnored.self, RowsReplaced.self, RowsBeyondLimit.self,
    RowsBeyondNumber.self, RowsGrouped.self, CreatedAsCopy.self, TableLeftOver.self, FullTextContentGone.self,
    ViewTriggerLost.self, ConstraintLost.self, FullTextDelete.self, NotNullWithoutDefault.self, NonConstantDefault.self,
    DefaultFailsConstraint.self, ReferencesWithDefault.self, NotNullWithoutBackfill.self, UniqueOverRows.self,
    CheckOverRows.self, StrictOverRows.self, TypeChanged.self, NullablePrimaryKey.self, RowidLookalike.self,
    JSONOverRows.self, UntiedSource.self, ComparedWithItself.self, TextForColumn.self, TextInIndex.self,
    QuotedStrings.self, ComparedWithNull.self, DeletesEveryRow.self, OverwritesEveryRow.self, TableExists.self,
    ObjectExists.self, DropsNothing.self, DefaultIsText.self, TimeOfUpgrade.self, TableDropped.self, ColumnDropped.self,
    ViewBroken.self, TriggerBroken.self, TriggerByPosition.self, NestedBegin.self, EndsTransaction.self,
    VacuumInTransaction.self, JournalModeInTransaction.self, EncodingFixed.self, NeedsVacuum.self, VersionApart.self,
    LegacyAlterLeftOn.self, WritableSchema.self, OtherFile.self, ApplicationName.self,
  ]
}
