package import Findings
package import GitStore
package import LedgerEntries

extension FindingCode {
  package static let digestMismatch = FindingCode("SL103", "Damaged or incomplete entry", isWaivable: false)
}

/// A file of an entry is not what the entry lists.
struct DamagedEntry: LedgerFinding {
  let file: String
  let damage: Damage
  /// Why the database cannot be read, or what is unusual about it.
  var reason: String?
  /// The versions of SQLite that `entry.json` and the header of the database name.
  var stated: String?
  var written: String?

  enum Damage: String, Sendable, Hashable, Codable {
    case missing, largeFilePointer, changed, unlisted, schemaDigestMismatch, digestFileMismatch, schemaMismatch,
      documentMismatch, sqliteMismatch, unreadable, foreignFile, unusualDatabase
  }

  init(file: String, _ damage: EntryDamage) {
    self.file = file
    switch damage {
    case .missing: self.damage = .missing
    case .largeFilePointer: self.damage = .largeFilePointer
    case .changed: self.damage = .changed
    case .unlisted: self.damage = .unlisted
    case .schemaDigestMismatch: self.damage = .schemaDigestMismatch
    case .digestFileMismatch: self.damage = .digestFileMismatch
    case .schemaMismatch: self.damage = .schemaMismatch
    case .documentMismatch: self.damage = .documentMismatch
    case .sqliteMismatch(let stated, let written):
      self.damage = .sqliteMismatch
      (self.stated, self.written) = (stated, written)
    case .unreadable(let reason):
      self.damage = .unreadable
      self.reason = reason
    case .foreignFile: self.damage = .foreignFile
    case .unusualDatabase(let reason):
      self.damage = .unusualDatabase
      self.reason = reason
    }
  }

  var code: FindingCode { .digestMismatch }
  var name: String { "damaged" }

  func message(of finding: Finding) -> String {
    let version = finding.version ?? ""
    let subject = "\(file) of \(version)"
    return switch damage {
    case .missing: "\(subject) is missing"
    case .largeFilePointer: "\(subject) is a Git LFS pointer, not the file"
    case .changed: "\(subject) is not the file that was frozen"
    case .unlisted: "\(subject) is not listed in \(Entry.fileName)"
    case .schemaDigestMismatch: "\(subject) does not have the schema digest that \(Entry.fileName) lists"
    case .digestFileMismatch: "\(subject) does not contain the digest of schema.sql"
    case .schemaMismatch: "\(subject) has a different schema than schema.sql"
    case .documentMismatch: "\(subject) does not describe the schema in schema.sql"
    case .sqliteMismatch:
      "\(Entry.fileName) of \(version) names SQLite \(stated ?? ""), but SQLite \(written ?? "") wrote \(file)"
    case .unreadable: "\(subject) cannot be read: \(reason ?? "")"
    case .foreignFile: "\(subject) is listed in \(Entry.fileName), and no entry has such a file"
    case .unusualDatabase: "\(subject) is not a file that freeze writes: it \(reason ?? "")"
    }
  }

  func help(for finding: Finding) -> Help? {
    switch damage {
    case .largeFilePointer: "fetch the content: \(fix: "git lfs pull")"
    case .unlisted: "remove it: \(fix: "rm \((finding.path ?? "").shellWord)")"
    case .missing, .changed, .schemaDigestMismatch, .digestFileMismatch, .schemaMismatch, .documentMismatch,
      .sqliteMismatch, .unreadable, .foreignFile, .unusualDatabase:
      "restore it: \(fix: finding.restoring(finding.path ?? ""))"
    }
  }
}

/// What is wrong with a file of an entry.
package enum EntryDamage: Sendable, Hashable {
  case missing
  /// Git LFS's pointer stands in place of the file.
  case largeFilePointer
  /// Its size or digest is not the one in `entry.json`.
  case changed
  /// `entry.json` does not list it.
  case unlisted
  /// `schema.sql` does not have the digest that `entry.json` gives for the schema.
  case schemaDigestMismatch
  /// `schema.sha256` does not contain the digest of `schema.sql`.
  case digestFileMismatch
  /// The database has a different schema than `schema.sql`.
  case schemaMismatch
  /// `schema.json` does not describe the schema in `schema.sql`.
  case documentMismatch
  /// `entry.json` names one version of SQLite, and the header of the database another.
  case sqliteMismatch(stated: String, written: String)
  /// The database cannot be read.
  case unreadable(reason: String)
  /// `entry.json` lists it, and no entry has a file of this name: SQLite or Git could read it beside the others.
  case foreignFile
  /// The database has something that `VACUUM INTO` does not write.
  case unusualDatabase(reason: String)
}

/// A folder, or the content of one in history, cannot be read as an entry.
struct UnreadableEntry: LedgerFinding {
  let reason: String
  /// The whole sentence; `nil` if Git could not read the folder.
  private(set) var sentence: String?
  private(set) var hint: String?
  /// Whether the folder may be an entry that was damaged.
  private(set) var isRestorable = false

  init(_ error: EntryError) {
    reason = error.reason
    sentence = error.message
    if case .notAnEntry = error { isRestorable = true }
  }

  init(_ error: GitError) {
    reason = error.message
    hint = error.hint
  }

  init(from decoder: any Decoder) throws {
    reason = try decoder.member("reason")
    sentence = try decoder.memberIfPresent("sentence")
    hint = try decoder.memberIfPresent("hint")
    isRestorable = try decoder.memberIfPresent("isRestorable") ?? false
  }

  func encode(to encoder: any Encoder) throws {
    try encoder.add(reason, "reason")
    guard encoder.storesErrors else { return }
    try encoder.add(sentence, "sentence")
    try encoder.add(hint, "hint")
    try encoder.add(isRestorable, "isRestorable")
  }

  var code: FindingCode { .digestMismatch }
  var name: String { "unreadable" }

  func message(of finding: Finding) -> String { sentence ?? "\(finding.path ?? "") cannot be read: \(reason)" }

  func help(for finding: Finding) -> Help? {
    sentence == nil ? hint.map { Help($0) } : "restore it: \(fix: finding.restoring(finding.path ?? ""))"
  }
}

/// An entry of a format that only later versions of the program read.
struct NewerFormat: LedgerFinding {
  let format: Int

  var code: FindingCode { .digestMismatch }

  private func error(_ finding: Finding) -> EntryError { .newerFormat(folder: finding.path ?? "", format: format) }

  func message(of finding: Finding) -> String { error(finding).message }

  func help(for finding: Finding) -> Help? { error(finding).hint.map { Help($0) } }
}

/// A commit rewrote an entry, and neither content can be read.
struct UnreadableRewrite: LedgerFinding {
  var code: FindingCode { .digestMismatch }

  func message(of finding: Finding) -> String {
    "\(finding.version ?? "") was rewritten, and neither content can be read"
  }

  func help(for finding: Finding) -> Help? {
    finding.changingCommits.last.map { "to see what was changed: \(inspect: "git show --stat \($0.info.id.short)")" }
  }
}

/// A withdrawn entry is in the ledger.
struct WithdrawnIsPresent: LedgerFinding {
  var code: FindingCode { .digestMismatch }

  func message(of finding: Finding) -> String {
    "\(finding.version ?? "")\(finding.entryInParentheses) was withdrawn, and is in the ledger again"
  }

  func help(for finding: Finding) -> Help? {
    "remove it, and freeze \(finding.version ?? "it") again if it is needed: \(fix: "git rm -rfq -- \((finding.path ?? "").shellWord)")"
  }
}

extension Finding {
  package static func damaged(
    _ entry: Entry, id: String, folder: String, file: String, _ damage: EntryDamage
  ) -> Finding {
    Finding(DamagedEntry(file: file, damage))
      .with(version: entry.version.name, entry: id, path: folder + "/" + file)
  }

  package static func unreadableEntry(_ folder: String, _ error: EntryError) -> Finding {
    if case .newerFormat(_, let format) = error { return unreadable(NewerFormat(format: format), folder) }
    return unreadable(UnreadableEntry(error), folder)
  }

  /// - Parameter error: one that each run has: the object is corrupt or too large.
  package static func unreadableEntry(_ folder: String, _ error: GitError) -> Finding {
    unreadable(UnreadableEntry(error), folder)
  }

  private static func unreadable(_ kind: some LedgerFinding, _ folder: String) -> Finding {
    // A file is a withdrawal, whose name is not a version.
    let version = folder.hasSuffix(".json") ? nil : folder.split(separator: "/").last.map(String.init)
    return Finding(kind).with(version: version, path: folder)
  }

  package static func unreadableRewrite(_ version: String) -> Finding {
    Finding(UnreadableRewrite()).with(version: version)
  }

  /// Whether `git restore` brings back what is damaged, where the revision has it.
  var isRestorable: Bool {
    switch kind {
    case let kind as DamagedEntry: kind.damage != .largeFilePointer && kind.damage != .unlisted
    case let kind as UnreadableEntry: kind.isRestorable
    default: false
    }
  }
}
