/// What a rule found, as data: names and SQL from the script, and what distinguishes one violation from another. The
/// groups are those of ``LintRule/all``.
///
/// LedgerCore turns facts into a code, JSON, a message and help, in a `switch` for each group.
public enum LintFacts: Sendable, Hashable {
  case comment(Comment)
  case foreignKeys(ForeignKeys)
  case rebuiltTable(RebuiltTable)
  case existingRows(ExistingRows)
  case meaning(Meaning)
  case settings(Settings)

  /// Allow comments that allow nothing: SL400.
  public enum Comment: Sendable, Hashable {
    case namesNoRule
    /// No rule has these codes.
    case unknownRules(codes: [String])
    case givesNoReason(codes: [String])
    /// The statement has no finding with these codes.
    case allowsNothing(codes: [String])
  }

  /// Foreign keys: SL401 to SL409.
  public enum ForeignKeys: Sendable, Hashable {
    /// `isToolTransaction` if the migration tool opens the transaction; `turnsOff` if the pragma switches foreign keys off.
    case pragmaInTransaction(isToolTransaction: Bool, turnsOff: Bool)
    /// A DROP TABLE of a table to which `children` refer. `actions` are their ON DELETE actions that delete or change
    /// rows, such as `CASCADE`, sorted; empty if the statement fails instead.
    case cascadeOnDrop(parent: String, children: [String], actions: [String])
    /// The same despite `PRAGMA defer_foreign_keys`.
    case cascadeDespiteDeferral(parent: String, children: [String], actions: [String])
    /// The foreign key of `child` follows the table to its new name.
    case parentRenamed(parent: String, newName: String, child: String)
    case parentDropped(child: String)
    case mismatch(Mismatch, child: String, parent: String)
    /// The columns of each foreign key of the table that has no index.
    case unindexed(table: String, keys: [[String]])
    /// A REPLACE of rows to which `child` refers with this ON DELETE action.
    case parentReplaced(parent: String, child: String, action: String)
    case leftOff
  }

  /// Why a foreign key cannot refer to any row of its parent.
  public enum Mismatch: Sendable, Hashable {
    case noTable
    case noPrimaryKey
    case columnCount(Int, inParent: Int)
    case noColumn(String)
    case notUnique([String])
  }

  /// Rebuilt tables: SL411 to SL422.
  public enum RebuiltTable: Sendable, Hashable {
    case triggerLost(trigger: String, table: String)
    /// `definition` is the CREATE INDEX statement, on one line.
    case indexLost(index: String, isUnique: Bool, definition: String)
    case autoincrementLost(table: String, key: String)
    /// `copy` is the name of the new table before it is renamed, as in the other cases.
    case sequenceRestarts(table: String, copy: String)
    case rowidsRenumbered(table: String, copy: String, fullTextTable: String)
    case columnNotCopied(column: String, hasDefault: Bool)
    /// An INTEGER PRIMARY KEY to which the rows of `referrer` refer.
    case keyNotCopied(column: String, referrer: String)
    /// `columns` are all columns that the INSERT fills, in order; `others` has at least one element.
    case columnsCrossed(table: String, columns: [String], Crossing, others: [Crossing], isByPosition: Bool)
    case copyByStar(table: String, copy: String, columns: [String])
    /// INSERT OR IGNORE.
    case rowsIgnored(table: String, copy: String)
    /// INSERT OR REPLACE.
    case rowsReplaced(table: String, copy: String)
    /// CREATE TABLE AS; `isReplacement` if a table of that name existed before.
    case createdAsCopy(table: String, isReplacement: Bool)
    /// `origin` is the table whose rows it contains.
    case tableLeftOver(table: String, origin: String)
    case fullTextContentGone(fullTextTable: String, content: String)
  }

  /// A column that receives the values of a different one.
  public struct Crossing: Sendable, Hashable {
    /// The column that is filled.
    public let column: String
    /// The column whose values it receives.
    public let source: String

    /// Creates a crossing of two columns.
    public init(column: String, source: String) {
      self.column = column
      self.source = source
    }
  }

  /// Columns and constraints on existing rows: SL431 to SL441.
  public enum ExistingRows: Sendable, Hashable {
    case notNullWithoutDefault
    case nonConstantDefault
    case defaultFailsConstraint
    case referencesWithDefault
    case notNullWithoutBackfill(table: String, column: String)
    /// `columns` are sorted, and empty if the index has an expression; `isPartial` if it has a WHERE clause.
    case uniqueOverRows(table: String, columns: [String], isPartial: Bool)
    case checkOverRows(table: String, check: String)
    /// `column` is the first that may contain a value that is not of its type.
    case strictOverRows(table: String, column: String, type: String)
    /// The declared types, empty if there is none, and the affinity of the new one.
    case typeChanged(column: String, from: String, to: String, affinity: String, Conversion)
    /// `otherTables` is the number of further tables of the migration with such a key.
    case nullablePrimaryKey(column: String, type: String, otherTables: Int)
    case rowidLookalike(column: String, type: String)
  }

  /// What a change of affinity does to stored values.
  public enum Conversion: String, Sendable, Hashable {
    case textToNumber, textToReal, integerToReal
  }

  /// The meaning of statements: SL451 to SL460.
  public enum Meaning: Sendable, Hashable {
    /// A text in double quotes that resembles the name of a column, and is written to `column` instead.
    case textForColumn(String, column: String)
    /// A text in double quotes among the columns of an index.
    case textInIndex(String)
    /// Texts in double quotes that are probably meant as strings; at least one.
    case quotedStrings([String])
    case comparedWithNull(operand: String, comparison: String, in: RowStatement)
    case deletesEveryRow(table: String)
    /// `value` is empty for an empty text.
    case overwritesEveryRow(table: String, column: String, value: String)
    case tableExists(String)
    /// `kind` is `index`, `view` or `trigger`. `table` is the table that the existing index or trigger belongs to, if it is
    /// not the one of the statement.
    case objectExists(String, kind: String, table: String?)
    case dropsNothing(String, kind: String)
    case defaultIsText(String, DefaultText)
    case timeOfUpgrade(column: String)
    case tableDropped(String)
    case columnDropped(String, table: String)
    case viewBroken(String, reason: String)
    case triggerBroken(String, reason: String)
    case triggerByPosition(table: String)
  }

  /// A statement that selects rows.
  public enum RowStatement: String, Sendable, Hashable {
    case insert, update, delete
  }

  /// How a text is written after DEFAULT that was meant as something else.
  public enum DefaultText: String, Sendable, Hashable {
    /// A word without quotes, such as `uuid`.
    case word
    /// A keyword in quotes, such as `'CURRENT_TIMESTAMP'`.
    case quotedKeyword
    /// The call of a function in quotes, such as `"datetime('now')"`.
    case quotedCall
  }

  /// Transactions, settings and files: SL471 to SL479. `isToolTransaction` if the migration tool opens the transaction.
  public enum Settings: Sendable, Hashable {
    /// BEGIN in the transaction of the migration tool.
    case nestedBegin
    /// COMMIT or ROLLBACK of the transaction of the migration tool.
    case endsTransaction
    case vacuumInTransaction(isToolTransaction: Bool)
    case journalModeInTransaction(mode: String)
    case encodingFixed
    /// A setting that only VACUUM applies to a database with tables.
    case needsVacuum(setting: String)
    case versionApart
    case legacyAlterLeftOn
    case writableSchema
    case otherFile
    /// An index uses a function or a collation of the application; `table` is `nil` if the parser does not know it.
    case applicationName(String, table: String?)
  }
}
