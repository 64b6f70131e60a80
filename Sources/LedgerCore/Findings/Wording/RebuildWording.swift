package import Findings
internal import GitStore
internal import LedgerEntries
internal import SQLiteSandbox

// SL114 and SL115.

extension RebuildFacts {
  func message(of finding: Finding) -> String {
    let version = finding.version ?? ""
    return switch self {
    case .differs(let difference, let commit):
      "\(version) is not what its source \(commit.map { "at \($0.short) " } ?? "")makes: \(difference.message)"
    case .otherSource(let commit):
      "the source \(commit.map { "at \($0.short)" } ?? "that is to be committed") does not make \(version): "
        + "it has another schema or other migrations"
    case .notCompared(let versions, let reason):
      "\(versions.listedBriefly) \(versions.count == 1 ? "was" : "were") not compared with the source: \(reason.message)"
    case .ancestorsMissing(let versions):
      "\(version) does not name \(versions.listedBriefly) as \(versions.count == 1 ? "an ancestor" : "ancestors"), "
        + "although it has all of \(versions.count == 1 ? "its" : "their") migrations"
    case .foreignParents(let versions):
      "\(version) names \(versions.listedBriefly) as \(versions.count == 1 ? "a parent" : "parents"), "
        + "which \(versions.count == 1 ? "has" : "have") migrations that \(version) does not have"
    }
  }

  func help(for finding: Finding) -> Help? {
    switch self {
    case .differs: "ask who made the entry; if the version was not released, withdraw it and freeze it anew"
    case .otherSource(commit: nil): "commit the source together with the version that was made from it"
    case .otherSource, .notCompared: nil
    case .ancestorsMissing, .foreignParents:
      "ask who made the entry; git rebase and git cherry-pick of a freeze lead to the same state"
    }
  }
}

extension RebuildFacts.Difference {
  fileprivate var message: String {
    switch self {
    case .database(.schema): "the schema differs"
    case .database(.userVersion(let from, let to)): "user_version is \(to) instead of \(from)"
    case .database(.rows(let tables)): "rows of \(tables.listedBriefly) differ"
    case .model: "\(Entry.modelName) differs"
    case .records: "the records of the migrations differ"
    }
  }
}

extension RebuildFacts.Reason {
  fileprivate var message: String {
    switch self {
    case .store: "made from a database file"
    case .command: "made by a command"
    case .otherSource: "frozen when the source was not committed yet"
    case .missingObject: "the source is not in this clone"
    case .sqlite(let version): "made by SQLite \(version), which may be why something differs"
    }
  }
}
