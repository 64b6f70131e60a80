internal import CanonicalJSON
package import Findings
package import SQLiteLint

/// Facts about a statement that a rule of `lint` found: SL4xx. SQLiteLint defines what a rule can find.
package struct RuleFacts: LedgerFinding {
  /// The beginning of the statement, or of the comment.
  package let statement: String
  package let violation: LintFacts
  /// Whether it is true only if foreign keys are on, which is not known.
  package let needsForeignKeys: Bool

  package var severity: Severity

  package init(
    _ violation: LintFacts, in statement: String, severity: Severity = .warning, needsForeignKeys: Bool = false
  ) {
    self.severity = severity
    self.statement = statement
    self.violation = violation
    self.needsForeignKeys = needsForeignKeys
  }

  package var code: Finding.Code {
    switch violation {
    case .comment: .allowComment
    case .foreignKeys(let facts): facts.code
    case .rebuiltTable(let facts): facts.code
    case .existingRows(let facts): facts.code
    case .meaning(let facts): facts.code
    case .settings(let facts): facts.code
    }
  }
}

extension RuleFacts {
  package var name: String { json["kind"]?.string ?? "" }

  package init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "rules are not stored"))
  }

  package func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self, .init(codingPath: encoder.codingPath, debugDescription: "rules are not stored"))
  }
}

extension LintFacts.ForeignKeys {
  fileprivate var code: Finding.Code {
    switch self {
    case .pragmaInTransaction: .foreignKeysInTransaction
    case .cascadeOnDrop: .cascadeOnDrop
    case .cascadeDespiteDeferral: .deferredIsNotOff
    case .parentRenamed: .parentRenamed
    case .parentDropped: .parentDropped
    case .mismatch: .foreignKeyMismatch
    case .unindexed: .unindexedForeignKey
    case .parentReplaced: .replacedParent
    case .leftOff: .foreignKeysLeftOff
    }
  }
}

extension LintFacts.RebuiltTable {
  fileprivate var code: Finding.Code {
    switch self {
    case .triggerLost: .triggerLost
    case .indexLost: .indexLost
    case .autoincrementLost: .autoincrementLost
    case .sequenceRestarts: .sequenceRestarts
    case .rowidsRenumbered: .rowidsRenumbered
    case .columnNotCopied, .keyNotCopied: .columnNotCopied
    case .columnsCrossed: .crossedColumns
    case .copyByStar: .copyByStar
    case .rowsIgnored, .rowsReplaced: .ignoredRows
    case .createdAsCopy: .copyIsTable
    case .tableLeftOver: .tableLeftOver
    case .fullTextContentGone: .fullTextContentGone
    }
  }
}

extension LintFacts.ExistingRows {
  fileprivate var code: Finding.Code {
    switch self {
    case .notNullWithoutDefault: .notNullColumn
    case .nonConstantDefault: .changingDefault
    case .defaultFailsConstraint: .failingCheck
    case .referencesWithDefault: .referencingDefault
    case .notNullWithoutBackfill: .notNullWithoutBackfill
    case .uniqueOverRows: .uniqueOverRows
    case .checkOverRows: .checkOverRows
    case .strictOverRows: .strictOverRows
    case .typeChanged: .affinityChanged
    case .nullablePrimaryKey: .nullablePrimaryKey
    case .rowidLookalike: .rowidLookalike
    }
  }
}

extension LintFacts.Meaning {
  fileprivate var code: Finding.Code {
    switch self {
    case .textForColumn, .textInIndex, .quotedStrings: .quotedText
    case .comparedWithNull: .comparedWithNull
    case .deletesEveryRow, .overwritesEveryRow: .everyRow
    case .tableExists, .objectExists: .conditionalCreation
    case .dropsNothing: .dropsNothing
    case .defaultIsText: .defaultIsText
    case .timeOfUpgrade: .timeOfUpgrade
    case .tableDropped, .columnDropped: .rowsDropped
    case .viewBroken, .triggerBroken: .brokenDependents
    case .triggerByPosition: .triggerByPosition
    }
  }
}

extension LintFacts.Settings {
  fileprivate var code: Finding.Code {
    switch self {
    case .nestedBegin, .endsTransaction: .transactionControl
    case .vacuumInTransaction: .vacuumInTransaction
    case .journalModeInTransaction: .journalModeInTransaction
    case .encodingFixed, .needsVacuum: .settledProperty
    case .versionApart: .versionApart
    case .legacyAlterLeftOn: .legacyAlterLeftOn
    case .writableSchema: .writableSchema
    case .otherFile: .otherFile
    case .applicationName: .applicationName
    }
  }
}
