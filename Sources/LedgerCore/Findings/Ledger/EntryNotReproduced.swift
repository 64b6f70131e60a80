internal import CanonicalJSON
package import Findings
package import GitStore
internal import LedgerEntries

extension FindingCode {
  package static let entryNotReproduced = FindingCode("SL114", "Entry is not what its source makes")
}

/// An entry differs from what its migrations, or its schema file, make.
struct EntryNotReproduced: LedgerFinding {
  let content: ContentDifference
  /// `nil` for the files that are about to be committed.
  let commit: ObjectID?

  init(content: ContentDifference, commit: ObjectID?) {
    self.content = content
    self.commit = commit
  }

  init(from decoder: any Decoder) throws {
    self.init(
      content: try ContentDifference(from: decoder),
      commit: try decoder.member("commit", as: NullIfNil<ObjectID>.self).wrappedValue)
  }

  func encode(to encoder: any Encoder) throws {
    try content.encode(to: encoder)
    try encoder.add(NullIfNil(wrappedValue: commit), "commit")
  }

  var code: FindingCode { .entryNotReproduced }
  var name: String { "notReproduced" }

  func message(of finding: Finding) -> String {
    let difference =
      switch content.difference {
      case .schema: "the schema differs"
      case .userVersion: "user_version is \(content.after ?? "") instead of \(content.before ?? "")"
      case .rows: "rows of \((content.tables ?? []).listedBriefly) differ"
      case .model: "\(Entry.modelName) differs"
      case .records: "the records of the migrations differ"
      }
    return
      "\(finding.version ?? "") is not what its source \(commit.map { "at \($0.short) " } ?? "")makes: \(difference)"
  }

  func help(for finding: Finding) -> Help? {
    "ask who made the entry; if the version was not released, withdraw it and freeze it anew"
  }
}

/// The source has different migrations or a different schema than the entry.
struct EntryFromOtherSource: LedgerFinding {
  @NullIfNil var commit: ObjectID?

  var code: FindingCode { .entryNotReproduced }
  var name: String { "otherSource" }
  var severity: Severity { .warning }

  func message(of finding: Finding) -> String {
    "the source \(commit.map { "at \($0.short)" } ?? "that is to be committed") does not make \(finding.version ?? ""): "
      + "it has another schema or other migrations"
  }

  func help(for finding: Finding) -> Help? {
    commit == nil ? "commit the source together with the version that was made from it" : nil
  }
}

/// These versions were not compared with the source.
package struct EntryNotCompared: LedgerFinding {
  let versions: [String]
  let reason: Reason

  /// Why an entry was not compared.
  package enum Reason: Sendable, Hashable, Codable {
    /// It was made from a database file.
    case store
    /// A command of the repository makes it.
    case command
    /// The source of its commit has different migrations or a different schema: it was frozen before that was committed.
    case otherSource
    /// Its commit is not in this clone, or a file of it.
    case missingObject
    /// Another version of SQLite made it, which may be the reason for a difference.
    case sqlite(String)

    var name: String {
      switch self {
      case .store: "store"
      case .command: "command"
      case .otherSource: "otherSource"
      case .missingObject: "missingObject"
      case .sqlite: "sqlite"
      }
    }
  }

  init(versions: [String], reason: Reason) {
    self.versions = versions
    self.reason = reason
  }

  package init(from decoder: any Decoder) throws {
    self.init(versions: try decoder.member("versions"), reason: try decoder.member("reason"))
  }

  package func encode(to encoder: any Encoder) throws {
    try encoder.add(versions, "versions")
    if encoder.storesErrors { try encoder.add(reason, "reason") } else { try encoder.add(reason.name, "reason") }
  }

  package var code: FindingCode { .entryNotReproduced }
  package var name: String { "notCompared" }
  package var severity: Severity { .note }

  package func message(of finding: Finding) -> String {
    let cause =
      switch reason {
      case .store: "made from a database file"
      case .command: "made by a command"
      case .otherSource: "frozen when the source was not committed yet"
      case .missingObject: "the source is not in this clone"
      case .sqlite(let version): "made by SQLite \(version), which may be why something differs"
      }
    return "\(versions.listedBriefly) \(versions.count == 1 ? "was" : "were") not compared with the source: \(cause)"
  }

  package func help(for finding: Finding) -> Help? { nil }
}

extension Finding {
  /// - Parameter commit: the commit with the source, or `nil` for the files that are about to be committed.
  package static func contentDiffers(_ content: ContentDifference, commit: ObjectID?) -> Finding {
    Finding(EntryNotReproduced(content: content, commit: commit))
  }

  package static func madeFromOtherSource(commit: ObjectID?) -> Finding {
    Finding(EntryFromOtherSource(commit: commit))
  }

  package static func notCompared(_ versions: [String], _ reason: EntryNotCompared.Reason) -> Finding {
    Finding(EntryNotCompared(versions: versions, reason: reason))
  }

  /// The finding about an entry in this folder that is not committed yet.
  package func beforeCommit(of folder: String) -> Finding {
    severity == .error ? setting(\.remedy, to: .freezeAgain(folder: folder)) : self
  }
}
