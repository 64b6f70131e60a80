package import Findings
internal import GitStore
internal import LedgerEntries
internal import SQLiteSchema

// SL101 to SL107, SL110 and SL111.

extension LedgerFacts {
  func message(of finding: Finding) -> String {
    let version = finding.version ?? ""
    switch self {
    case .rewritten(let files, let verdict, let isCurrent):
      let changed = files.isEmpty ? "file modes" : files.joined(separator: ", ")
      return "\(version) was rewritten after it was frozen\(isCurrent ? "" : ", and later restored"): "
        + "\(changed) changed\(verdict.map { "; \($0.sentence)" } ?? "")"
    case .rewriting: return "\(finding.path ?? "") is part of frozen version \(version) and must not change"
    case .deleted(true): return "\(version) was deleted from the ledger, and later restored"
    case .deleted(false): return "\(version) was deleted from the ledger"
    case .deletedWithReference(let reference):
      return "\(version) is frozen only in \(reference), which is about to be deleted"
    case .damaged(let file, let damage): return damage.message(file, version)
    case .unreadable(let problem): return problem.message(finding)
    case .missingParent(let id):
      return "\(version) names a parent that is not in the ledger: entry \(id.prefix(12))"
    case .collision(let ids):
      let entries = ids.map { String($0.prefix(12)) }.joined(separator: ", ")
      return "\(version) was frozen \(ids.count) times with different content (entries \(entries))"
    case .missingObject(let id, let owner, _):
      let subject =
        switch owner {
        case .entry: version
        case .ledgers(let commits): "the ledger of \(commits) commit\(commits == 1 ? "" : "s")"
        }
      return "\(subject) cannot be read: object \(id.short) is not in this clone"
    case .shallowClone:
      return "this clone is shallow: its history is truncated, so earlier versions are not checked"
    case .withdrawal(let facts): return facts.message(of: finding)
    case .moved(let former): return "the ledger was moved from \(former) to \(finding.path ?? "")"
    case .unreached(let versions, let reason?):
      return "the ledger \(finding.path ?? "") (\(versions.listedBriefly)) is retired: \(reason)"
    case .unreached(let versions, nil):
      return "\(Configuration.fileName) does not name the ledger \(finding.path ?? ""), in which "
        + versions.listedBriefly + " " + (versions.count == 1 ? "was frozen" : "were frozen")
    case .seal(let facts): return facts.message(of: finding)
    case .rebuilding(let facts): return facts.message(of: finding)
    }
  }

  func help(for finding: Finding) -> Help? {
    switch self {
    case .rewritten(_, _, true): nil
    case .rewritten(_, _, false): "the current content is the original one; no action is needed"
    case .rewriting, .deleted: nil
    case .deletedWithReference: "merge it first, or keep it under a tag"
    case .damaged(_, let damage): damage.help(for: finding)
    case .unreadable(let problem): problem.help(for: finding)
    case .missingParent:
      "to see where entries were deleted: \(inspect: "git log --all --diff-filter=D -- '*/\(Entry.fileName)'")"
    case .collision: "freeze one of them under another version, before both reach users"
    case .missingObject(_, _, true): "\(fix: "git fetch --refetch --no-filter")"
    case .missingObject(_, _, false): "\(inspect: "git fsck --full"), then fetch from a clone that has the object"
    case .shallowClone: "\(fix: "git fetch --unshallow") (in CI: fetch-depth: 0)"
    case .withdrawal(let facts): facts.help(for: finding)
    case .moved, .unreached(_, .some): nil
    case .unreached(_, nil):
      "correct it or, if no release has the database any more, list the folder under 'retired' with the reason; to see what was changed: \(inspect: "git log -p -- \(Configuration.fileName)")"
    case .seal(let facts): facts.help(for: finding)
    case .rebuilding(let facts): facts.help(for: finding)
    }
  }

  /// Whether `git restore` brings back what is damaged, where the revision has it.
  var isRestorable: Bool {
    switch self {
    case .damaged(_, let damage):
      switch damage {
      case .missing, .changed, .schemaDigestMismatch, .digestFileMismatch, .schemaMismatch, .documentMismatch,
        .sqliteMismatch, .unreadable:
        true
      case .largeFilePointer, .unlisted: false
      }
    case .unreadable(.entry(.notAnEntry)): true
    case .unreadable, .rewritten, .rewriting, .deleted, .deletedWithReference, .missingParent, .collision,
      .missingObject, .shallowClone, .withdrawal, .moved, .unreached, .seal, .rebuilding:
      false
    }
  }
}

extension [String] {
  /// The first few, and the number of the others.
  var listedBriefly: String {
    if count <= 4 { return count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1] }
    return prefix(3).joined(separator: ", ") + " and \(count - 3) more"
  }
}

extension EntryDamage {
  fileprivate func message(_ file: String, _ version: String) -> String {
    let subject = "\(file) of \(version)"
    return switch self {
    case .missing: "\(subject) is missing"
    case .largeFilePointer: "\(subject) is a Git LFS pointer, not the file"
    case .changed: "\(subject) is not the file that was frozen"
    case .unlisted: "\(subject) is not listed in \(Entry.fileName)"
    case .schemaDigestMismatch: "\(subject) does not have the schema digest that \(Entry.fileName) lists"
    case .digestFileMismatch: "\(subject) does not contain the digest of schema.sql"
    case .schemaMismatch: "\(subject) has a different schema than schema.sql"
    case .documentMismatch: "\(subject) does not describe the schema in schema.sql"
    case .sqliteMismatch(let stated, let written):
      "\(Entry.fileName) of \(version) names SQLite \(stated), but SQLite \(written) wrote \(file)"
    case .unreadable(let reason): "\(subject) cannot be read: \(reason)"
    }
  }

  fileprivate func help(for finding: Finding) -> Help {
    switch self {
    case .missing, .changed, .schemaDigestMismatch, .digestFileMismatch, .schemaMismatch, .documentMismatch,
      .sqliteMismatch, .unreadable:
      "\(fix: finding.restoring(finding.path ?? ""))"
    case .largeFilePointer: "\(fix: "git lfs pull")"
    case .unlisted: "\(fix: "rm \((finding.path ?? "").shellWord)")"
    }
  }
}

extension UnreadableEntry {
  fileprivate func message(_ finding: Finding) -> String {
    switch self {
    case .entry(let error): error.message
    case .git(let error): "\(finding.path ?? "") cannot be read: \(error.message)"
    case .rewritten: "\(finding.version ?? "") was rewritten, and neither content can be read"
    }
  }

  fileprivate func help(for finding: Finding) -> Help? {
    switch self {
    case .entry(.newerFormat(let folder, let format)):
      EntryError.newerFormat(folder: folder, format: format).hint.map { Help($0) }
    case .entry: "\(fix: finding.restoring(finding.path ?? ""))"
    case .git(let error): error.hint.map { Help($0) }
    case .rewritten:
      finding.changingCommits.last.map { "to see what was changed: \(inspect: "git show --stat \($0.info.id.short)")" }
    }
  }
}

extension Verdict {
  /// What it says about the schema of a rewritten entry.
  fileprivate var sentence: String {
    switch self {
    case .identical: "the schema is identical"
    case .cosmetic: "the schema differs only in its text"
    case .reordered: "the schema differs in the order of columns"
    case .changed: "the schema is different"
    }
  }
}
