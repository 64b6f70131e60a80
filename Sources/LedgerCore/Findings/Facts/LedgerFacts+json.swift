internal import CanonicalJSON
internal import GitStore
internal import LedgerEntries
internal import SQLiteSchema

extension LedgerFacts {
  /// The members of these facts: `facts` in `Docs/json/definitions.schema.json`.
  var json: [String: JSONValue] {
    switch self {
    case .rewritten(let files, let verdict, let isCurrent):
      [
        "kind": "rewritten", "files": .strings(files), "isCurrent": .bool(isCurrent),
        "verdict": verdict.map { .string($0.rawValue) } ?? .null,
      ]
    case .rewriting: ["kind": "rewriting"]
    case .deleted(let isRestored): ["kind": "deleted", "isRestored": .bool(isRestored)]
    case .deletedWithReference(let name): ["kind": "deletedWithReference", "reference": .string(name)]
    case .damaged(let file, let damage): damage.json.merging(["kind": "damaged", "file": .string(file)]) { $1 }
    case .unreadable(.entry(.newerFormat(_, let format))): ["kind": "newerFormat", "format": .number(format)]
    case .unreadable(.entry(let error)): ["kind": "unreadable", "reason": .string(error.reason)]
    case .unreadable(.git(let error)): ["kind": "unreadable", "reason": .string(error.message)]
    case .unreadable(.rewritten): ["kind": "unreadableRewrite"]
    case .missingParent(let id): ["kind": "missingParent", "parent": .string(id)]
    case .collision(let ids): ["kind": "collision", "entries": .strings(ids)]
    case .missingObject(let id, .entry, let isPromised):
      ["kind": "missingObject", "object": .string(id.hex), "isPromised": .bool(isPromised)]
    case .missingObject(let id, .ledgers(let commits), let isPromised):
      [
        "kind": "missingObject", "object": .string(id.hex), "isPromised": .bool(isPromised),
        "commitCount": .number(commits),
      ]
    case .shallowClone: ["kind": "shallowClone"]
    case .withdrawal(let facts): facts.json
    case .moved(let from): ["kind": "ledgerMoved", "from": .string(from)]
    case .unreached(let versions, let reason):
      ["kind": "ledgerUnreached", "versions": .strings(versions), "reason": reason.map { .string($0) } ?? .null]
    case .seal(let facts): facts.json
    case .rebuilding(let facts): facts.json
    }
  }
}

extension SealFacts {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .entryMissing(let seal, let present):
      ["kind": "sealedEntryMissing", "seal": .string(seal), "present": present.map { .string($0) } ?? .null]
    case .withdrawalMissing(let seal): ["kind": "sealedWithdrawalMissing", "seal": .string(seal)]
    case .databaseMissing(let name, let ledger, let seal):
      [
        "kind": "sealedDatabaseMissing", "database": .string(name), "ledger": .string(ledger), "seal": .string(seal),
      ]
    case .unsigned(let seal): ["kind": "sealUnsigned", "seal": .string(seal)]
    case .untrusted(let seal, let reason):
      ["kind": "sealUntrusted", "seal": .string(seal), "reason": .string(reason)]
    case .commitMissing(let commit, let seal):
      ["kind": "sealedCommitMissing", "seal": .string(seal), "commit": .string(commit.hex)]
    }
  }
}

extension RebuildFacts {
  fileprivate var json: [String: JSONValue] {
    func commit(_ id: ObjectID?) -> JSONValue { id.map { .string($0.hex) } ?? .null }
    return switch self {
    case .differs(.database(let difference), let id):
      difference.json.merging(["kind": "notReproduced", "commit": commit(id)]) { $1 }
    case .differs(.model, let id): ["kind": "notReproduced", "difference": "model", "commit": commit(id)]
    case .differs(.records, let id): ["kind": "notReproduced", "difference": "records", "commit": commit(id)]
    case .otherSource(let id): ["kind": "otherSource", "commit": commit(id)]
    case .notCompared(let versions, let reason):
      ["kind": "notCompared", "versions": .strings(versions), "reason": .string(reason.name)]
    case .ancestorsMissing(let versions): ["kind": "ancestorsMissing", "versions": .strings(versions)]
    case .foreignParents(let versions): ["kind": "foreignParents", "versions": .strings(versions)]
    }
  }
}

extension RebuildFacts.Reason {
  fileprivate var name: String {
    switch self {
    case .store: "store"
    case .command: "command"
    case .otherSource: "otherSource"
    case .missingObject: "missingObject"
    case .sqlite: "sqlite"
    }
  }
}

extension WithdrawalFacts {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .withdrawn(let reason): ["kind": "withdrawn", "reason": .string(reason)]
    case .changed: ["kind": "withdrawalChanged"]
    case .deleted: ["kind": "withdrawalDeleted"]
    case .isPresent: ["kind": "withdrawnIsPresent"]
    case .missingParent(let id): ["kind": "missingParent", "parent": .string(id)]
    }
  }
}

extension EntryDamage {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .missing: ["damage": "missing"]
    case .largeFilePointer: ["damage": "largeFilePointer"]
    case .changed: ["damage": "changed"]
    case .unlisted: ["damage": "unlisted"]
    case .schemaDigestMismatch: ["damage": "schemaDigestMismatch"]
    case .digestFileMismatch: ["damage": "digestFileMismatch"]
    case .schemaMismatch: ["damage": "schemaMismatch"]
    case .documentMismatch: ["damage": "documentMismatch"]
    case .sqliteMismatch(let stated, let written):
      ["damage": "sqliteMismatch", "stated": .string(stated), "written": .string(written)]
    case .unreadable(let reason): ["damage": "unreadable", "reason": .string(reason)]
    }
  }
}
