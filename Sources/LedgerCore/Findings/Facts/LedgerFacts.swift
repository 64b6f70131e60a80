package import GitStore
package import LedgerEntries
package import SQLiteSchema

/// Facts about the ledger and its history: SL101 to SL107 and SL109 to SL115. The version is the finding's.
package enum LedgerFacts: Sendable, Hashable, Codable {
  /// A commit rewrote these files of an entry, or only their modes; `verdict` compares the schemas, where both can be read.
  case rewritten(files: [String], verdict: Verdict?, isCurrent: Bool)
  /// A file of an entry differs in what is about to be committed.
  case rewriting
  /// An entry was deleted; `isRestored` if the same entry exists again.
  case deleted(isRestored: Bool)
  /// The only branch or tag with the entry is about to be deleted.
  case deletedWithReference(String)
  /// A file of an entry is not what the entry lists.
  case damaged(file: String, EntryDamage)
  /// A folder cannot be read as an entry.
  case unreadable(UnreadableEntry)
  /// An entry names a parent, by id, that does not exist.
  case missingParent(id: String)
  /// A version was frozen with several contents.
  case collision(ids: [String])
  /// A Git object is not in this clone; `isPromised` in a partial clone.
  case missingObject(ObjectID, of: Owner, isPromised: Bool)
  case shallowClone
  /// A version was withdrawn, or something is wrong with the record of it.
  case withdrawal(WithdrawalFacts)
  /// The entries of the ledger were moved from another folder.
  case moved(from: String)
  /// The configuration does not name the ledger, which has or had these versions; `reason` if it retires the ledger.
  case unreached(versions: [String], reason: String?)
  /// Something differs from a seal.
  case seal(SealFacts)
  /// An entry was compared with what it was made from, or was not.
  case rebuilding(RebuildFacts)

  /// What a missing object belongs to.
  package enum Owner: Sendable, Hashable, Codable {
    /// The entry of the finding's version.
    case entry
    /// The ledgers of so many commits.
    case ledgers(commits: Int)
  }

  var code: Finding.Code {
    switch self {
    case .rewritten, .rewriting: .entryRewritten
    case .deleted, .deletedWithReference: .entryDeleted
    case .damaged, .unreadable: .digestMismatch
    case .missingParent: .chainBroken
    case .collision: .versionCollision
    case .missingObject: .objectMissing
    case .shallowClone: .shallowClone
    case .withdrawal(let facts): facts.code
    case .moved: .ledgerMoved
    case .unreached: .ledgerUnreached
    case .seal(let facts): facts.code
    case .rebuilding(let facts): facts.code
    }
  }
}

/// What is wrong with a file of an entry.
package enum EntryDamage: Sendable, Hashable, Codable {
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
}

/// Why a folder, or the content of one in history, cannot be read as an entry.
package enum UnreadableEntry: Sendable, Hashable {
  case entry(EntryError)
  case git(GitError)
  /// A commit rewrote it, and neither content can be read.
  case rewritten
}
