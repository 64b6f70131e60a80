/// What a finding is about: a payload for each family of codes.
///
/// A message, a title or a help is never stored. `Wording/` makes each from the facts, where the finding is shown.
package enum Facts: Sendable, Hashable {
  /// SL101 to SL107 and SL109 to SL111: the ledger and its history.
  case ledger(LedgerFacts)
  /// SL201 to SL206 and SL209: the source compared with what is frozen.
  case drift(DriftFacts)
  /// SL210 and SL211: declared models and CloudKit.
  case models(ModelFacts)
  /// SL105, SL108, SL207 and SL208: unmerged branches.
  case branches(BranchFacts)
  /// SL301 to SL303 and SL308 to SL310: the outcome of a migration.
  case migration(MigrationFacts)
  /// SL304 to SL307, SL314 and SL318: rows after a migration.
  case rows(RowFacts)
  /// SL311 to SL313, SL315 and SL316: what is tried with a migrated database.
  case trial(TrialFacts)
  /// SL317: rows of a ledger's `rows/` folder.
  case customRows(CustomRowFacts)
  /// SL319 and SL320: conditions of the configuration on rows.
  case assumption(AssumptionFacts)
  /// SL4xx: a rule and the statement that it found.
  case rule(RuleFacts)
  /// SL501 and SL502: waivers.
  case waiver(WaiverFacts)

  /// The stable code.
  package var code: Finding.Code {
    switch self {
    case .ledger(let facts): facts.code
    case .drift(let facts): facts.code
    case .models(let facts): facts.code
    case .branches(let facts): facts.code
    case .migration(let facts): facts.code
    case .rows(let facts): facts.code
    case .trial(let facts): facts.code
    case .customRows(let facts): facts.code
    case .assumption(let facts): facts.code
    case .rule(let facts): facts.code
    case .waiver(let facts): facts.code
    }
  }

  /// The facts without the numbers of rows and values, which differ between versions with the same problem.
  var withoutCounts: Facts {
    switch self {
    case .migration(let facts): .migration(facts.withoutCounts)
    case .rows(let facts): .rows(facts.withoutCounts)
    case .assumption(let facts): .assumption(facts.withoutCounts)
    case .ledger, .drift, .models, .branches, .trial, .customRows, .rule, .waiver: self
    }
  }
}
