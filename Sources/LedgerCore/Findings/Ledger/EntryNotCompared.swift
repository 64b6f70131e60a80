internal import CanonicalJSON
package import Findings
package import GitStore
internal import LedgerEntries

extension FindingCode {
  package static let entryNotCompared = FindingCode("SL116", "Entry that was not compared with its source")
}

/// The source has different migrations or a different schema than the entry.
struct EntryFromOtherSource: LedgerFinding {
  /// `nil` for the files that are about to be committed.
  @NullIfNil var commit: ObjectID?

  var code: FindingCode { .entryNotCompared }
  var name: String { "otherSource" }
  // The source of an entry may be committed after it.
  var severity: Severity { commit == nil ? .warning : .error }

  func message(of finding: Finding) -> String {
    "the source \(commit.map { "at \($0.short)" } ?? "that is to be committed") does not make \(finding.version ?? ""): "
      + "it has another schema or other migrations"
  }

  func help(for finding: Finding) -> Help? {
    commit == nil ? "commit the source together with the version that was made from it" : .acceptance(of: finding)
  }
}

/// These versions were not compared with the source. Their entries say why, and may have been written to say so; therefore it
/// is an error until somebody accepts each of them by name.
package struct EntryNotCompared: LedgerFinding {
  let versions: [String]
  let reason: Reason

  /// Why an entry was not compared.
  package enum Reason: Sendable, Hashable, Codable {
    /// It was made from a database file.
    case store
    /// A command of the repository makes it, as the configuration says, too.
    case command
    /// It says that a command made it, and the configured source is not one.
    case otherKind
    /// No source at the commit that added it, and none of today, has its migrations or its schema.
    case otherSource
    /// It is about to be committed, and its source may be committed later.
    case pendingSource
    /// The clone is shallow, so that the source of the entry may be in a commit that it does not have. This is reported once,
    /// for the clone.
    case shallowClone
    /// Its commit is not in this clone, or a file of it, and no other source makes it.
    case missingObject
    /// It differs, and another version of SQLite made it, which may be the reason.
    case sqlite(String)

    var name: String {
      switch self {
      case .store: "store"
      case .command: "command"
      case .otherKind: "otherKind"
      case .otherSource: "otherSource"
      case .pendingSource: "pendingSource"
      case .shallowClone: "shallowClone"
      case .missingObject: "missingObject"
      case .sqlite: "sqlite"
      }
    }

    /// Whether it depends on the entry alone that nothing was compared.
    package var isError: Bool {
      switch self {
      case .command, .pendingSource, .shallowClone: false
      case .store, .otherKind, .otherSource, .missingObject, .sqlite: true
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

  package var code: FindingCode { .entryNotCompared }
  package var name: String { "notCompared" }
  package var severity: Severity { reason.isError ? .error : .note }

  package func message(of finding: Finding) -> String {
    let cause =
      switch reason {
      case .store: "made from a database file"
      case .command: "made by a command"
      case .otherKind: "its entry.json says that a command made it, and the configured source is no command"
      case .otherSource: "neither the source of its commit nor that of today has its migrations or its schema"
      case .pendingSource: "the source may be committed later"
      case .shallowClone: "the clone is shallow"
      case .missingObject: "its commit, or a file of it, is not in this clone"
      case .sqlite(let version): "it differs, and was made by SQLite \(version), which may be why"
      }
    return "\(versions.listedBriefly) \(versions.count == 1 ? "was" : "were") not compared with the source: \(cause)"
  }

  package func help(for finding: Finding) -> Help? { reason.isError ? .acceptance(of: finding) : nil }
}

extension Help {
  fileprivate static func acceptance(of finding: Finding) -> Help {
    "if you know who made it and from what, \(EntryNotCompared.acceptance(of: [finding.version ?? ""]))"
  }
}

extension EntryNotCompared {
  /// How to accept that nothing can make these versions again.
  package static func acceptance(of versions: [String]) -> String {
    let names = versions.map { "'\($0)'" }.joined(separator: ", ")
    let (object, list) = versions.count == 1 ? ("it", names) : ("them", "[\(names)]")
    return "accept \(object) in waivers.yml: - {finding: \(FindingCode.entryNotCompared), version: \(list), reason: …}"
  }
}

extension Finding {
  package static func madeFromOtherSource(commit: ObjectID?) -> Finding {
    Finding(EntryFromOtherSource(commit: commit))
  }

  package static func notCompared(_ versions: [String], _ reason: EntryNotCompared.Reason) -> Finding {
    Finding(EntryNotCompared(versions: versions, reason: reason))
  }
}
