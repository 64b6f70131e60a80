internal import Findings
internal import LedgerCore
internal import LedgerEntries
public import SQLiteSyntax

extension Verification {
  /// Something that a run has not tried, so that nothing is known about it.
  public enum Untried: Sendable, Hashable {
    /// Versions of another lineage, which `--other-lineages` upgrades.
    case anotherLineage(versions: [String])
    /// Versions whose tables are not known, so that no rows were migrated.
    case unknownTables(versions: [String])
    /// Versions whose stores a mapping model migrates, which is not run.
    case mappingModels(versions: [String])
    /// Versions for which the source has no upgrade path.
    case noUpgradePath(versions: [String])
    /// Versions whose fixtures are damaged. The ledger now has different content for them.
    case damaged(versions: [String])
    /// A trial that was requested.
    case trial(TrialLimit)
    /// Tables without rows; empty if something is not covered that is not a table.
    case withoutRows(tables: [Identifier])
    /// References that do not lead to a commit.
    case brokenReferences([String])
    /// Parts of the history that this clone does not have.
    case missingHistory
  }
}

extension Verification.Untried {
  /// The name of the case, for machines.
  public var kind: String {
    switch self {
    case .anotherLineage: "anotherLineage"
    case .noUpgradePath: "noUpgradePath"
    case .unknownTables: "unknownTables"
    case .mappingModels: "mappingModels"
    case .damaged: "damaged"
    case .trial: "trial"
    case .withoutRows: "withoutRows"
    case .brokenReferences: "brokenReferences"
    case .missingHistory: "missingHistory"
    }
  }

  /// Describes it in a few words.
  public var message: String {
    func count(_ items: [some Any], _ noun: String) -> String { "\(items.count) \(noun)\(items.count == 1 ? "" : "s")" }
    return switch self {
    case .anotherLineage(let versions):
      "\(count(versions, "version")) of another lineage (--other-lineages upgrades \(versions.count == 1 ? "it" : "them"))"
    case .noUpgradePath(let versions): "\(count(versions, "version")) without an upgrade path"
    case .unknownTables(let versions): "the rows of \(count(versions, "version")) whose tables are not known"
    case .mappingModels(let versions): "\(count(versions, "version")) that a mapping model migrates"
    case .damaged(let versions): "\(count(versions, "damaged version"))"
    case .trial(let limit):
      "\(limit.isPartial ? "part of " : "")\(limit.kind.isOption ? "--" : "")\(limit.kind.rawValue)"
    case .withoutRows(let tables):
      tables.isEmpty ? "what is listed as not covered by rows" : "\(count(tables, "table")) without rows"
    case .brokenReferences(let names): count(names, "broken reference")
    case .missingHistory: "history that this clone does not have"
    }
  }
}

extension Trials.Kind {
  /// Whether an option of `verify` requests the trial, and not only a key of the configuration.
  public var isOption: Bool { self != .queries && self != .budget }
}

extension TrialLimit {
  /// Whether something remains untried that exists: a tool without down migrations has none to try.
  public var leavesUntried: Bool {
    switch self {
    case .nothingRunTwice, .transactionsAssumed, .withoutDownPart, .commandsGoForward: false
    case .noUpgradePath, .commandsGoToToday, .queriesUntried, .withoutQueries, .commandsNotMeasured, .stepsUntried,
      .stagesNotInterrupted:
      true
    }
  }
}

extension TrialLimit {
  /// Whether another part of the trial may have run.
  fileprivate var isPartial: Bool {
    switch self {
    case .withoutDownPart, .queriesUntried, .withoutQueries, .stepsUntried: true
    case .nothingRunTwice, .transactionsAssumed, .noUpgradePath, .commandsGoForward, .commandsGoToToday,
      .commandsNotMeasured, .stagesNotInterrupted:
      false
    }
  }
}

extension Verification.Record {
  /// What the run has not tried. With `--strict`, any of it is a failure.
  public var untried: [Verification.Untried] {
    func versions(_ result: Verification.FixtureOutcome.Result) -> [String] {
      upgrades.filter { $0.result == result }.map(\.version).uniqued
    }
    var untried: [Verification.Untried] = []
    func add(_ names: [String], _ one: ([String]) -> Verification.Untried) {
      if !names.isEmpty { untried.append(one(names)) }
    }
    add(versions(.anotherLineage)) { .anotherLineage(versions: $0) }
    add(versions(.noUpgradePath)) { .noUpgradePath(versions: $0) }
    add(versions(.unknownTables)) { .unknownTables(versions: $0) }
    add(versions(.mappingModel)) { .mappingModels(versions: $0) }
    add(versions(.notWhole)) { .damaged(versions: $0) }
    untried += limits.filter(\.leavesUntried).map { .trial($0) }
    let empty = upgrades.filter { $0.result != .mappingModel }.flatMap(\.notCovered).filter(\.isWithoutRows)
    if !empty.isEmpty { untried.append(.withoutRows(tables: empty.compactMap(\.table).uniqued)) }
    add(brokenReferences) { .brokenReferences($0) }
    if ledger.unwaived.contains(where: { [.shallowClone, .objectMissing].contains($0.code) }) {
      untried.append(.missingHistory)
    }
    return untried
  }
}

extension Verification.Report {
  /// What this run has not tried.
  public var untried: [Verification.Untried] { record.untried }

  /// Whether a finding is an error or, if `strict`, something was not tried.
  public func isFailure(strict: Bool) -> Bool { findings.worst == .error || strict && !untried.isEmpty }
}

extension NotCovered {
  /// Whether a whole table, or the whole fixture, has no rows.
  public var isWithoutRows: Bool { column == nil }
}
