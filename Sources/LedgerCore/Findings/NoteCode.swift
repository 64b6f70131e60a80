public import MigrationSources

/// The stable code of a note, which reports write beside findings: a fact about the source, the clone or a command, and not
/// about something frozen. `Docs/Findings.md` lists the codes.
public enum NoteCode: String, Sendable, Hashable, CaseIterable {
  case fileNotRun = "SL601"
  case program = "SL602"
  case unexpectedOrder = "SL603"
  case staleSum = "SL604"
  case sourceMoved = "SL605"
  case branchNotCompared = "SL606"
  case branchExcluded = "SL607"
  case nothingToLint = "SL608"
  case waiverAdvice = "SL609"
  case shallowHistory = "SL610"
  case configurationAdvice = "SL611"
  case sharedHooks = "SL612"
  case notVerified = "SL613"

  /// What notes with this code are about, in a few words.
  public var title: String {
    switch self {
    case .fileNotRun: "File that is not run"
    case .program: "Program among the migrations"
    case .unexpectedOrder: "Migration that its tool treats in a special way"
    case .staleSum: "Digests of another state"
    case .sourceMoved: "Source that has moved"
    case .branchNotCompared: "Branches not compared"
    case .branchExcluded: "Branches excluded by the configuration"
    case .nothingToLint: "No migration to lint"
    case .waiverAdvice: "Waiver for an intended effect"
    case .shallowHistory: "Shortened history"
    case .configurationAdvice: "What to add to a new configuration"
    case .sharedHooks: "Hooks of several repositories"
    case .notVerified: "Verification not finished in time"
    }
  }
}

extension MigrationNotice.Reason {
  /// The code of a note about it.
  public var code: NoteCode {
    switch self {
    case .codeStep, .statement, .listsFiles: .program
    case .orderedAsText, .journalIndex, .journalTime, .mixedTransaction, .conditional, .gap, .notListed:
      .unexpectedOrder
    case .staleSum: .staleSum
    case .unrecognised, .downOnly, .folderNotRead, .notInJournal, .numberTooLarge, .callback, .baseline, .switchedOff,
      .emptyFile, .secondStatement, .otherDialect, .laterVersion, .notSQLite, .changesTables, .mapperMakesTables,
      .otherStart, .makesMoreTables, .notExported:
      .fileNotRun
    }
  }
}
