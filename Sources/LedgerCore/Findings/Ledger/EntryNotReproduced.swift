internal import CanonicalJSON
package import Findings
package import GitStore
internal import LedgerEntries

extension FindingCode {
  package static let entryNotReproduced = FindingCode(
    "SL114", "Entry is not what its source makes", isWaivable: false)
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
      case .applicationID: "application_id is \(content.after ?? "") instead of \(content.before ?? "")"
      case .encoding: "the encoding is \(content.after ?? "") instead of \(content.before ?? "")"
      case .damage: "the database file is damaged: \(content.reason ?? "")"
      case .order: "the database file has the same rows with other rowids or in another order"
      case .rows: "rows of \((content.tables ?? []).listedBriefly) differ"
      case .model: "\(Entry.modelName) differs"
      case .records: "the records of the migrations differ"
      }
    return
      "\(finding.version ?? "") is not what its source \(commit.map { "at \($0.short) " } ?? "")makes: \(difference)"
  }

  func help(for finding: Finding) -> Help? {
    "find out who made the entry; if the version was not released, withdraw it and freeze it again"
  }
}

extension Finding {
  /// - Parameter commit: the commit with the source, or `nil` for the files that are about to be committed.
  package static func contentDiffers(_ content: ContentDifference, commit: ObjectID?) -> Finding {
    Finding(EntryNotReproduced(content: content, commit: commit))
  }

  /// The finding about an entry in this folder that is not committed yet.
  package func beforeCommit(of folder: String) -> Finding {
    severity == .error ? setting(\.remedy, to: .freezeAgain(folder: folder)) : self
  }
}
