package import Findings
internal import GitStore
internal import LedgerEntries
internal import SQLiteSchema

// SL201 to SL206 and SL209.

extension DriftFacts {
  func message(of finding: Finding) -> String {
    let version = finding.version ?? ""
    let path = finding.migrationName ?? ""
    // Only models have a line.
    let place = finding.line.flatMap { line in finding.path.map { "\($0):\(line): " } } ?? ""
    switch self {
    case .schemaChanged(.reordered, let origin):
      return "\(origin.name) \(origin.verb) the columns of \(version) in a different order than was frozen"
    case .schemaChanged(_, let origin):
      return "\(place)\(origin.name) \(origin.verb) a different schema than was frozen as \(version)"
    case .differentMigrations(let paths, let origin):
      return "\(origin.name) has the schema of \(version), but "
        + (paths.isEmpty ? "fewer migrations" : "other migrations: \(paths.joined(separator: ", "))")
    case .changed(let versions): return finding.frozen(path, versions, "must not change", "changed")
    case .textChanged(let versions):
      return "\(path), released in \(versions.listed), has a different text with the same meaning"
    case .removed(let versions): return finding.frozen(path, versions, "must not be removed", "removed")
    case .renamed(let versions, let other):
      return finding.frozen(path, versions, "must not be renamed to \(other)", "renamed to \(other)")
    case .repeatableRemoved(let versions):
      return "\(path), a repeatable migration released in \(versions.listed), was removed"
    case .versionRemoved(let product): return "\(place)\(product) no longer declares \(version), which is frozen"
    case .exportRemoved: return "\(path), the schema of \(version), which is frozen, was removed"
    case .allReplaced(let count):
      return count == 1
        ? "the only migration of \(version) was replaced: today's source does not have it"
        : "all \(count) migrations of \(version) were replaced: today's source has none of them"
    case .anotherLineage(let versions, let isTried):
      let which = versions.count > 3 ? "\(versions[0]) to \(versions[versions.count - 1])" : versions.listed
      let subject =
        versions.count == 1
        ? "1 version has migrations of another lineage (\(which))"
        : "\(versions.count) versions have migrations of another lineage (\(which))"
      let object = versions.count == 1 ? "it" : "them"
      return isTried
        ? "\(subject); --other-lineages upgrades \(object) nevertheless, with the migrations whose ids \(versions.count == 1 ? "it has" : "they have") not run"
        : "\(subject), so today's migrations do not upgrade \(object)"
    case .placeholdersChanged(let changes, let paths, let versions):
      return changes.map(\.sentence).joined(separator: ", and ")
        + ": \(paths.listed), released in \(versions.listed), now \(paths.count == 1 ? "runs" : "run") different SQL, although \(paths.count == 1 ? "the file is" : "the files are") unchanged"
    case .upgradePathRemoved(let kind, let versions, _):
      return
        "the source, now of kind \(kind), has no upgrade path for databases of \(versions.listed); the previous commit had one"
    case .inserted(let other, _):
      return "\(path) is new and runs before \(other), which was released in \(version)"
    case .moved(let other): return "\(path) now runs before \(other), but ran after it in \(version)"
    case .changedInHistory(.inserted, let versions, _):
      return "\(path) was inserted before migrations of \(versions.listed), and later removed"
    case .changedInHistory(let change, let versions, let state):
      return "\(path), released in \(versions.listed), \(change.verb)\(state.clause)"
    case .changedByCommit(let change, let commit, let paths, let state, let isSquash):
      return Self.many(change, commit, paths, isSquash) + state.clauseOfMany
    }
  }

  private static func many(_ change: PastChange, _ commit: ObjectID, _ paths: [String], _ isSquash: Bool) -> String {
    let examples = paths.prefix(2).joined(separator: ", ") + (paths.count > 2 ? ", …" : "")
    let migrations = paths.count == 1 ? "a released migration" : "\(paths.count) released migrations"
    return switch change {
    case .changed: "\(commit.short) changed \(migrations) (\(examples))"
    case .textChanged: "\(commit.short) changed the text of \(migrations), but not the meaning"
    case .removed: "\(commit.short) \(isSquash ? "squashed" : "removed or renamed") \(migrations) (\(examples))"
    case .moved: "\(commit.short) changed the order of \(migrations) (\(examples))"
    case .inserted:
      "\(commit.short) inserted \(paths.count == 1 ? "a migration" : "\(paths.count) migrations") before released ones (\(examples))"
    }
  }

  func help(for finding: Finding) -> Help? {
    let version = finding.version ?? ""
    let path = finding.path ?? ""
    switch self {
    case .schemaChanged, .differentMigrations: return nil
    case .changed:
      return
        "existing databases will not run it again. Undo the edit (\(fix: finding.restoring(path))) and put the change into a new migration"
    case .textChanged: return nil
    case .removed: return "new databases would lack it. Restore it: \(fix: finding.restoring(path))"
    case .renamed(_, let other):
      return
        "the migration tool would run \(other) as a new migration. Rename it back: \(fix: "git mv \(other.shellWord) \(path.shellWord)")"
    case .repeatableRemoved:
      return "existing databases keep what it created, and new ones lack it: drop that in a new migration"
    case .versionRemoved(let product) where product.hasSuffix(".xcdatamodeld"):
      return "Core Data needs the model of \(version) to migrate its stores: put the version back"
    case .versionRemoved:
      return "stores of \(version) cannot be migrated without it: put the version back into the migration plan"
    case .exportRemoved:
      return
        "Room's automatic migrations and the tests of migrations need it. Restore it: \(fix: finding.restoring(path))"
    case .allReplaced:
      return
        "databases of \(version) would have no upgrade path: restore the migrations; or, to start over with new ones, freeze these as a new version first"
    case .anotherLineage: return nil
    case .placeholdersChanged(let changes, _, _):
      let values = changes.filter { $0.before != nil }.map { "\(yamlScalar($0.name)): \(yamlScalar($0.before ?? ""))" }
      let old =
        values.isEmpty
        ? "remove the new value" : "set the old value again (placeholders: {\(values.joined(separator: ", "))})"
      return
        "existing databases keep what they ran with the old value, and new ones get the new value. In \(Configuration.fileName), \(old), and put the change into a new migration"
    case .upgradePathRemoved(let kind, _, let former): return former.help(inSourceOf: kind)
    case .inserted(_, true):
      return
        "out-of-order is set; \(inspect: "schemaledger verify") checks whether databases of \(version) get the schema of new ones"
    case .inserted(let other, false):
      return "databases of \(version) would run it after \(other), and new ones before: give it a later number"
    case .moved: return "databases of \(version) ran them in the other order: restore that order"
    case .changedInHistory(let change, _, let state): return Self.pastHelp(change, state)
    case .changedByCommit(let change, let commit, _, let state, _):
      guard finding.severity == .error else { return Self.pastHelp(change, state) }
      return change == .inserted
        ? "existing databases run them last, and new ones earlier: give them later numbers"
        : "existing databases keep what these migrations created. \(inspect: "git show --stat \(commit.short)") lists them: restore them"
    }
  }

  private static func pastHelp(_ change: PastChange, _ state: PastState) -> Help? {
    switch (change, state) {
    case (.textChanged, _), (_, .present), (_, .unmerged): nil
    case (.inserted, .undone): "databases that were created in between have run it"
    case (.changed, .undone), (.removed, .undone), (.moved, .undone):
      "databases that were created in between may differ"
    }
  }
}

extension Finding {
  /// What must not be done to a released migration, or was done before a later version was frozen.
  fileprivate func frozen(_ path: String, _ versions: [String], _ prohibition: String, _ event: String) -> String {
    "\(path) was released in \(versions.listed) and "
      + (frozenWith.map { "was \(event) before \($0) was frozen" } ?? prohibition)
  }
}

extension DriftFacts.PlaceholderChange {
  fileprivate var sentence: String {
    switch (before, after) {
    case (let before?, let after?): "the placeholder \(name) changed from '\(before.shortened)' to '\(after.shortened)'"
    case (nil, let after?): "the placeholder \(name) got the value '\(after.shortened)'"
    case (let before?, nil): "the placeholder \(name) lost its value '\(before.shortened)'"
    case (nil, nil): "the placeholder \(name) changed"
    }
  }
}

extension DriftFacts.FormerPath {
  /// What to configure in a source of this kind.
  fileprivate func help(inSourceOf kind: String) -> Help {
    let command = "`migrate:` with a command that upgrades the database at {db}"
    switch self {
    case .command(let line): return "keep it under `source`: `migrate: \(yamlScalar(line.shortened))`"
    case .migrations where kind == "command":
      return "databases of users could not be upgraded: under `source`, add \(command)"
    case .migrations(let path, let convention, let isPresent):
      let folder = "`migrations: {path: \(yamlScalar(path.isEmpty ? "." : path)), convention: \(convention)}`"
      return isPresent
        ? "keep the migrations for older databases: under `source`, add \(folder); or \(command)"
        : "restore \(path.isEmpty ? "the migrations" : path) and keep the migrations for older databases: under `source`, add \(folder); or \(command)"
    }
  }
}

extension DriftFacts.Origin {
  fileprivate var name: String {
    switch self {
    case .today: "today's source"
    case .revision(let revision): "the source at \(revision)"
    case .store(let name): name
    }
  }
}

extension DriftFacts.Origin {
  fileprivate var verb: String {
    switch self {
    case .today, .revision: "produces"
    case .store: "has"
    }
  }
}

extension DriftFacts.PastChange {
  fileprivate var verb: String {
    switch self {
    case .changed: "was changed"
    case .textChanged: "got a different text with the same meaning"
    case .removed: "was removed or renamed"
    case .moved: "changed its position"
    case .inserted: "was inserted"
    }
  }
}

extension DriftFacts.PastState {
  fileprivate var clause: String {
    switch self {
    case .present: ""
    case .undone: ", and later restored"
    case .unmerged(let branches): Self.on(branches)
    }
  }

  fileprivate var clauseOfMany: String {
    switch self {
    case .present: ""
    case .undone: "; they were later restored"
    case .unmerged(let branches): Self.on(branches)
    }
  }

  private static func on(_ branches: [String]) -> String {
    if branches.isEmpty { return " on an unmerged branch" }
    let names = branches.prefix(3).joined(separator: ", ") + (branches.count > 3 ? " and others" : "")
    return branches.count == 1 ? " on \(names), which is not merged" : " on \(names), which are not merged"
  }
}

extension [String] {
  /// `1.0.0`, `1.0.0 and 1.1.0`, `1.0.0, 1.1.0 and 1.2.0`, `1.0.0, 1.1.0 and 5 more`.
  var listed: String {
    if count > 3 { return "\(self[0]), \(self[1]) and \(count - 2) more" }
    guard count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}
