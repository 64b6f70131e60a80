public import CanonicalJSON
internal import EntityModel
internal import GitStore
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema

extension Finding {
  /// The facts and the circumstances, for reports: `facts` in `Docs/json/definitions.schema.json`.
  public var factsJSON: JSONValue {
    var members =
      switch facts {
      case .ledger(let facts): facts.json
      case .drift(let facts): facts.json
      case .models(let facts): facts.json
      case .branches(let facts): facts.json
      case .migration(let facts): facts.json
      case .rows(let facts): facts.json
      case .trial(let facts): facts.json
      case .customRows(let facts): facts.json
      case .assumption(let facts): facts.json
      case .rule(let facts): facts.json
      case .waiver(let facts): facts.json
      }
    members["foreignKeys"] = foreignKeys.map { .bool($0) }
    members["frozenWith"] = frozenWith.map { .string($0) }
    members["cause"] = cause.map { ["path": .string($0.path), "role": .string($0.role.rawValue)] }
    return .object(members)
  }
}

extension DriftFacts {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .schemaChanged(let verdict, let origin):
      origin.json.merging(["kind": "schemaChanged", "verdict": .string(verdict.rawValue)]) { $1 }
    case .differentMigrations(let paths, let origin):
      origin.json.merging(["kind": "differentMigrations", "migrations": .strings(paths)]) { $1 }
    case .changed(let versions): ["kind": "changed", "versions": .strings(versions)]
    case .textChanged(let versions): ["kind": "textChanged", "versions": .strings(versions)]
    case .removed(let versions): ["kind": "removed", "versions": .strings(versions)]
    case .renamed(let versions, let path):
      ["kind": "renamed", "versions": .strings(versions), "renamedTo": .string(path)]
    case .repeatableRemoved(let versions): ["kind": "repeatableRemoved", "versions": .strings(versions)]
    case .versionRemoved(let product): ["kind": "versionRemoved", "product": .string(product)]
    case .exportRemoved: ["kind": "exportRemoved"]
    case .allReplaced(let count): ["kind": "allReplaced", "migrationCount": .number(count)]
    case .anotherLineage(let versions, let isTried):
      ["kind": "anotherLineage", "versions": .strings(versions), "isTried": .bool(isTried)]
    case .placeholdersChanged(let changes, let paths, let versions):
      [
        "kind": "placeholdersChanged", "placeholders": .array(changes.map(\.json)), "migrations": .strings(paths),
        "versions": .strings(versions),
      ]
    case .upgradePathRemoved(let kind, let versions, let former):
      former.json.merging(["kind": "upgradePathRemoved", "source": .string(kind), "versions": .strings(versions)]) {
        $1
      }
    case .inserted(let path, let isAllowed):
      ["kind": "inserted", "before": .string(path), "isAllowed": .bool(isAllowed)]
    case .moved(let path): ["kind": "moved", "before": .string(path)]
    case .changedInHistory(let change, let versions, let state):
      state.json.merging([
        "kind": "changedInHistory", "change": .string(change.rawValue), "versions": .strings(versions),
      ]) { $1 }
    case .changedByCommit(let change, let commit, let paths, let state, let isSquash):
      state.json.merging([
        "kind": "changedByCommit", "change": .string(change.rawValue), "commit": .string(commit.hex),
        "migrations": .strings(paths),
        "isSquash": .bool(isSquash),
      ]) { $1 }
    }
  }
}

extension DriftFacts.PlaceholderChange {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "before": before.map { .string($0) } ?? .null,
      "after": after.map { .string($0) } ?? .null,
    ]
  }
}

extension DriftFacts.FormerPath {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .migrations(let path, let convention, let isPresent):
      ["folder": .string(path), "convention": .string(convention), "isPresent": .bool(isPresent)]
    case .command(let line): ["command": .string(line)]
    }
  }
}

extension DriftFacts.Origin {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .today: [:]
    case .revision(let revision): ["revision": .string(revision)]
    case .store(let name): ["store": .string(name)]
    }
  }
}

extension DriftFacts.PastState {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .present: ["state": "present"]
    case .undone: ["state": "undone"]
    case .unmerged(let branches): ["state": "unmerged", "branches": .strings(branches)]
    }
  }
}

extension ModelFacts {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .unsupported(let violation):
      [
        "kind": "modelUnsupported", "rule": .string(violation.rule.rawValue),
        "properties": .strings(violation.properties),
      ]
    case .plan(let kind, let message, _): ["kind": .string(kind.rawValue), "problem": .string(message)]
    case .suspectedRename(let name): ["kind": "suspectedRename", "oldName": .string(name)]
    case .unseen(let changes): ["changes": .array(changes.map { .string($0) }), "kind": "changeUnseen"]
    case .notFollowed(let change):
      change.kind.json.merging(["kind": "cloudSchemaChanged", "recordType": .string(change.recordType)]) { $1 }
    }
  }
}

extension CloudKitChange.Kind {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .removed: ["change": "removed"]
    case .renamed(let name): ["change": "renamed", "renamedTo": .string(name)]
    case .moved(let before, let after): ["change": "moved", "before": .string(before), "after": .string(after)]
    case .retyped(let before, let after):
      ["change": "retyped", "before": .string(before.rawValue), "after": .string(after.rawValue)]
    case .becameToMany: ["change": "becameToMany"]
    case .encryption(let isEncrypted): ["change": "encryption", "isEncrypted": .bool(isEncrypted)]
    }
  }
}

extension BranchFacts {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .versionTaken(let difference, let branches):
      ["kind": "versionTaken", "difference": .string(difference.rawValue), "branches": .strings(branches)]
    case .twoHeads(let version, let parents, let branches):
      [
        "kind": "twoHeads", "otherVersion": .string(version), "parents": .strings(parents),
        "branches": .strings(branches),
      ]
    case .withdrawnParent(let parent, let isHere, let branches):
      [
        "kind": "withdrawnParent", "parent": .string(parent), "isHere": .bool(isHere), "branches": .strings(branches),
      ]
    case .sameFile(let isFrozen, let branches):
      ["kind": "sameFile", "isFrozen": .bool(isFrozen), "branches": .strings(branches)]
    case .sameNumber(let number, let path, let isFrozen, let branches):
      [
        "kind": "sameNumber", "number": .string(number), "otherPath": .string(path), "isFrozen": .bool(isFrozen),
        "branches": .strings(branches),
      ]
    case .orderMatters(let ours, let theirs, let isReordered, let branches):
      [
        "kind": "orderMatters", "ours": .strings(ours), "theirs": .strings(theirs), "isReordered": .bool(isReordered),
        "branches": .strings(branches),
      ]
    case .failTogether(let ours, let theirs, let error, let branches):
      error.json.merging([
        "kind": "failTogether", "ours": .strings(ours), "theirs": .strings(theirs), "branches": .strings(branches),
      ]) { $1 }
    case .orderDoesNotMatter(let branches): ["kind": "orderDoesNotMatter", "branches": .strings(branches)]
    }
  }
}

extension MigrationFacts {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .failed(let error, let needsRows):
      error.json.merging(["kind": "failed", "needsRows": .bool(needsRows)]) { $1 }
    case .differs(.migrated, let isReordered): ["kind": "schemaDiffers", "isReordered": .bool(isReordered)]
    case .differs(.madeByMigrations(let base), let isReordered):
      [
        "kind": "migrationsDiffer", "base": base.map { .string($0) } ?? .null, "isReordered": .bool(isReordered),
      ]
    case .differs(.snapshot, let isReordered): ["kind": "snapshotDiffers", "isReordered": .bool(isReordered)]
    case .foreignKeyViolation(let parent, let count):
      ["kind": "foreignKeyViolation", "parent": .string(parent), "rowCount": .number(count)]
    case .danglingForeignKey(let parent): ["kind": "danglingForeignKey", "parent": .string(parent)]
    case .integrity(let report): ["kind": "integrity", "report": .string(report)]
    case .doesNotCompile(let kind, let reason):
      ["kind": "doesNotCompile", "objectKind": .string(kind), "reason": .string(reason)]
    }
  }
}

extension RowFacts {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .changed(let change), .stated(let change):
      [
        "kind": .string(change.kind.rawValue), "count": .number(change.count), "total": .number(change.total),
        "other": change.other.map { .string($0) } ?? .null,
      ].merging(change.cause?.json ?? [:]) { $1 }
        .merging(change.nullColumns.isEmpty ? [:] : ["nullColumns": .strings(change.nullColumns)]) { $1 }
    case .dependsOnForeignKeys(let difference): difference.json.merging(["kind": "dependsOnForeignKeys"]) { $1 }
    case .foreignKeysUnknown(let migrations):
      ["kind": "foreignKeysUnknown", "migrations": .strings(migrations)]
    }
  }
}

extension DataChange.Cause {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .copy(let words): ["copyClauses": .strings(words)]
    case .action(let action, let parents):
      ["onDelete": .string(action)].merging(
        parents.count == 1 ? ["parent": .string(parents[0])] : ["parents": .strings(parents)]
      ) { $1 }
    }
  }
}

extension DatabaseContent.Difference {
  var json: [String: JSONValue] {
    switch self {
    case .schema: ["difference": "schema"]
    case .userVersion(let from, let to):
      ["difference": "userVersion", "before": .string(from), "after": .string(to)]
    case .rows(let tables): ["difference": "rows", "tables": .strings(tables)]
    }
  }
}

extension TrialFacts {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .secondRun(let isRepeatable, let outcome):
      outcome.json.merging(["kind": "secondRun", "isRepeatable": .bool(isRepeatable)]) { $1 }
    case .secondRunOfCommand(let command, let outcome):
      outcome.json.merging(["kind": "secondRunOfCommand", "command": .string(command)]) { $1 }
    case .interrupted(let line, let endsTransaction, let isFrozen, let outcome):
      outcome.json.merging([
        "kind": "interrupted", "afterLine": .number(line), "endsTransaction": .bool(endsTransaction),
        "isFrozen": .bool(isFrozen),
      ]) { $1 }
    case .commandInterrupted(let outcome): outcome.json.merging(["kind": "commandInterrupted"]) { $1 }
    case .commandNotInterrupted(let command): ["kind": "commandNotInterrupted", "command": .string(command)]
    case .takesTooLong(let seconds, let limit, let rows, let measuredRows):
      [
        "kind": "takesTooLong", "seconds": .decimal(seconds), "limit": .decimal(limit), "rowCount": .number(rows),
        "measuredRowCount": .number(measuredRows),
      ]
    case .growsTooMuch(let factor, let limit, let measuredRows):
      [
        "kind": "growsTooMuch", "factor": .decimal(factor), "limit": .decimal(limit),
        "measuredRowCount": .number(measuredRows),
      ]
    case .downFails(let error): error.json.merging(["kind": "downFails"]) { $1 }
    case .downDiffers(let isReordered): ["kind": "downDiffers", "isReordered": .bool(isReordered)]
    case .downLosesRows(let tables): ["kind": "downLosesRows", "tables": .strings(tables)]
    case .downDoesNotRestore(let places): ["kind": "downDoesNotRestore", "places": .strings(places)]
    case .upAgainFails(let error): error.json.merging(["kind": "upAgainFails"]) { $1 }
    case .upAgainDiffers: ["kind": "upAgainDiffers"]
    case .queryFails(let query, let sql, let reason):
      query.json.merging(["kind": "queryFails", "sql": .string(sql), "reason": .string(reason)]) { $1 }
    }
  }
}

extension TrialFacts.Outcome {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .fails(let error): error.json
    case .differs(let difference): difference.json
    }
  }
}

extension TrialFacts.Query {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .file(let line): ["queryLine": .number(line)]
    case .view: [:]
    }
  }
}

extension CustomRowFacts {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .fail(let error): error.json.merging(["kind": "rowsFail"]) { $1 }
    case .noVersion: ["kind": "noVersion"]
    }
  }
}

extension AssumptionFacts {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .violated(let condition, let count, let total):
      ["kind": "violated", "condition": .string(condition), "count": .number(count), "total": .number(total)]
    case .unneeded(let condition, let applies):
      ["kind": "unneeded", "condition": .string(condition), "applies": .bool(applies)]
    }
  }
}

extension WaiverFacts {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .unused(let subject): ["kind": "unused", "waives": subject.json]
    case .expired(let subject, let limit):
      ["kind": "expired", "waives": subject.json, "until": limit.map { .string($0.description) } ?? .null]
    }
  }
}

extension WaiverFacts.Subject {
  fileprivate var json: JSONValue {
    JSONValue(present: [
      "code": .string(code.rawValue), "column": column.map { .string($0) }, "object": object.map { .string($0) },
      "path": path.map { .string($0) }, "version": versions.count == 1 ? .string(versions[0]) : nil,
      "versions": versions.count > 1 ? .strings(versions) : nil,
    ])
  }
}

extension LedgerError {
  /// Where and why something failed, as members of a finding's facts.
  fileprivate var json: [String: JSONValue] {
    guard case .sqlFailed(let path, let line, let error) = self else { return ["reason": .string(message)] }
    var members: [String: JSONValue] = ["reason": .string(error.message), "failedPath": .string(path)]
    members["failedLine"] = line.map { .number($0) }
    if case .sqlite(let code, _, _) = error { members["resultCode"] = .number(code) }
    return members
  }
}

extension JSONValue {
  static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
