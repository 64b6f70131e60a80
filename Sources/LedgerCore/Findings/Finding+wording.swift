package import Findings
internal import GitStore
internal import LedgerEntries
internal import SQLiteSandbox

// The message and the help of a finding, composed from its facts and its circumstances in one place.

extension Finding {
  /// What findings of this code are about, in a few words.
  public var title: String { code.title }

  /// One sentence, without a full stop.
  public var message: String {
    kind.message(of: self)
      + (foreignKeys.map { $0 ? " (with foreign keys on)" : " (with foreign keys off)" } ?? "")
  }

  /// What helps; `nil` if nothing needs to be done.
  package var help: Help? {
    let help = frozenWith.map { frozenHelp($0) } ?? remedy.map { $0.help(for: self) } ?? ownHelp
    guard let cause else { return help }
    let sentence = cause.sentence(version ?? "")
    return help.map { $0.preceded(by: sentence + ": ") } ?? Help(sentence)
  }

  /// The help of the kind. Most kinds ask to edit the migration, and one that is frozen must not change.
  private var ownHelp: Help? {
    let help = kind.help(for: self)
    let cure: String
    switch code {
    case .rowsLost, .valuesLost, .valuesMoved, .filledWithName:
      cure = "restore the data in a new one, or accept the loss in waivers.yml"
    case .migrationFailed where (kind as? MigrationFailed)?.asksForEdit == true:
      cure = "a program can change such rows before it migrates"
    case _ where code.isRule: cure = "repair databases in a new one, or accept it in waivers.yml"
    default: return help
    }
    guard isPending == false else { return help }
    return help?.preceded(
      by: "a frozen migration must not change: \(cure); if no user has run it, withdraw the version first, and then ")
  }

  private func frozenHelp(_ latest: String) -> Help {
    if let text = kind as? MigrationTextCompared {
      return "\(text.cause). Databases of \(latest) have run the new text, so that no edit serves both"
    }
    return
      "this cannot be undone, because \(latest) was frozen with it; to check whether databases of \(version ?? "older versions") still migrate: \(inspect: "schemaledger verify")"
  }

  /// The revision that has what was frozen.
  var origin: String { revision ?? "HEAD" }

  /// A sentence about migrating the version: `db/2.sql PREDICATE in a 1.0.0 database`, or `migrating 1.0.0 PREDICATE`.
  func migrating(_ predicate: String) -> String {
    guard let path else {
      return "migrating \(version ?? "the database")\(destination.map { " to \($0)" } ?? "") \(predicate)"
    }
    let place = line.map { "\(path):\($0)" } ?? path
    let name = location.stage.map { "the stage \($0) (\(place))" } ?? (isInProgram ? migrationName ?? path : place)
    guard let version else { return "\(name) \(predicate)" }
    let step = destination.map { " that is migrated to \($0)" } ?? ""
    return "\(name) \(predicate) in a \(version) database\(step)"
  }

  /// `git restore …`, for a path that was frozen.
  func restoring(_ path: String) -> String {
    "git restore --staged --worktree --source=\(origin) -- \(path.shellWord)"
  }
}

extension Finding {
  /// The help for a name that is unknown, of a file or in one.
  fileprivate func correction(_ names: [String]) -> Help {
    let isFileName = kind is RowsOfNoVersion
    let step = path.map { isFileName ? " Rename \($0)" : " Correct it in \($0)" }
    return Help((NearMiss.question(names) ?? "") + (step ?? ""))
  }
}

extension Finding.Cause {
  fileprivate func sentence(_ version: String) -> String {
    switch role {
    case .added: "\(path) was inserted before the migrations of \(version)"
    case .committed, .rewrote, .deleted, .changed, .reworded, .removed, .renamed, .moved, .squashed, .reordered,
      .restored, .withdrew:
      "\(path) was \(role.rawValue) after \(version)"
    }
  }
}

extension Remedy {
  fileprivate func help(for finding: Finding) -> Help {
    switch self {
    case .restore(let path): "restore it: \(fix: finding.restoring(path))"
    case .checkOut(let path, let revision): "restore it: \(fix: "git checkout \(revision) -- \(path.shellWord)")"
    case .replace(let folder, let former, let revision):
      "restore it: \(fix: "git rm -rfq --ignore-unmatch -- \(folder.shellWord) && git read-tree -u --prefix=\("\(folder)/".shellWord) \("\(revision):\(former)".shellWord)")"
    case .unstage(let path): "take it out of the index: \(fix: "git rm --cached \(path.shellWord)")"
    case .remove(let path): "remove it: \(fix: "rm \(path.shellWord)")"
    case .freezeAgain(let folder):
      "it was never committed, so freeze it again: \(fix: "rm -r \(folder.shellWord) && schemaledger freeze \((finding.version ?? "").shellWord)")"
    case .findChange:
      "to see which commit changed it, and how to restore it: \(inspect: "schemaledger verify --all-history")"
    case .neverWhole:
      "no commit in this clone contains \(finding.version ?? "it") as it was frozen: restore it from another clone, or freeze a new version"
    case .undoEdits(let path):
      if let text = finding.kind as? MigrationTextCompared {
        "\(text.cause). Undo the edit; to see it: \(inspect: "git log -p -- \(path.shellWord)")"
      } else {
        "existing databases will not run it again. Put the change into a new migration, and undo the edit; to see it: \(inspect: "git log -p -- \(path.shellWord)")"
      }
    case .findRemoval(let path):
      "new databases lack it. Restore it: \(fix: "git checkout $(git rev-list -1 HEAD -- \(path.shellWord))~ -- \(path.shellWord)")"
    case .takeOver(let path, let revision):
      "new databases lack it. Restore it: \(fix: "git checkout \(revision) -- \(path.shellWord)")"
    case .undoCommit(let commit):
      if let text = finding.kind as? MigrationTextCompared {
        "\(text.cause). Undo what the commit changed in it; to see it: \(inspect: "git show \(commit.short)")"
      } else {
        "existing databases will not run it again. Put the change into a new migration, and undo what the commit changed in it; to see it: \(inspect: "git show \(commit.short)")"
      }
    case .keepLineEndings(let path):
      "the work tree has others than HEAD, from an editor or from core.autocrlf, and a program that is built here compares them. Keep LF: \(fix: "echo '*.sql text eol=lf' >> .gitattributes && rm \(path.shellWord) && git checkout -- \(path.shellWord)")"
    case .bringBack(let path, let commit):
      "new databases lack it. Restore it: \(fix: "git checkout \(commit.short)~ -- \(path.shellWord)")"
    case .showFrozen(let commit, let folder):
      "to see what was frozen: \(inspect: "git show \(commit.short):\("\(folder)/schema.sql".shellWord)")"
    case .onlyInHistory(let commit):
      "no action is needed: only commit \(commit.short) has this content, and the ledger now has a different one"
    case .readLog(let paths):
      "to see what changed: \(inspect: "git log -p -- \(paths.map(\.shellWord).joined(separator: " "))")"
    case .readProgram(let path, let line):
      "\(path):\(line) makes it, and only SQL files are run here; a source of kind command can run the program"
    case .readReplacement(let path, let line):
      "\(path):\(line) replaces the type before the program runs the SQL, and the files are run unchanged here; a source of kind command can run the program"
    case .runProgram(let path):
      "\(path) is a program that may run before it and make what is missing or change the rows, and only SQL files are run here; a source of kind command can run the program"
    case .readTrackingTable(let tool):
      "\(tool) ran the migrations of \(finding.version ?? "the version"), and no build file names it today: a program that does not read its table runs all migrations again, which is not tried here; a source of kind command can run the program"
    case .newVersion:
      "\(finding.version ?? "the version") was released: give the new schema a new version, then freeze that"
    case .shortenWaiver: "remove these versions from the list of the waiver"
    case .correctWaiver(let keys):
      Help(
        "remove it, or copy the keys of the finding that it is meant for:"
          + keys.map { "\n  \($0)" }.joined())
    case .correctName(let names): finding.correction(names)
    case .withdrawnSince: "\(finding.version ?? "the version") was withdrawn since; no action is needed"
    case .withdraw:
      "another entry of \(finding.version ?? "the version") is in the ledger. Withdraw the one that was a mistake: schemaledger withdraw \((finding.version ?? "VERSION").shellWord) --entry \((finding.entry ?? "ID").prefix(12)) --reason …"
    case .freezeAsNew: "a frozen version never changes: freeze the new schema as a new version"
    }
  }
}
