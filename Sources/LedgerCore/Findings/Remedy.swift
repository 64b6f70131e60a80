package import GitStore

/// What helps with a finding, if that depends on where its file is, or on the commits that caused it.
package enum Remedy: Sendable, Hashable, Codable {
  /// Restore a path in the index and the work tree, from the revision that has what was frozen.
  case restore(path: String)
  /// Check a path out from a commit.
  case checkOut(path: String, from: String)
  /// Replace a folder by one of a commit, which had it elsewhere.
  case replace(folder: String, by: String, from: String)
  /// Remove a path from the index.
  case unstage(path: String)
  /// Remove a file that Git does not have.
  case remove(path: String)
  /// Freeze a version again that was never committed.
  case freezeAgain(folder: String)
  /// Find the commit that changed a file of an entry, whose content a later commit has too.
  case findChange
  /// Nothing to restore here: no commit in this clone, whose history may be truncated, has the entry as it was frozen.
  case neverWhole
  /// Undo an edit that is committed already.
  case undoEdits(path: String)
  /// Find the commit that removed a migration.
  case findRemoval(path: String)
  /// Take a migration from the commit of a release, which may be on another branch.
  case takeOver(path: String, from: String)
  /// Undo what a commit changed in a migration.
  case undoCommit(ObjectID)
  /// Keep Git from converting the line endings of a migration.
  case keepLineEndings(path: String)
  /// Bring back a migration that a commit removed.
  case bringBack(path: String, removedBy: ObjectID)
  /// Read what was frozen, in a commit.
  case showFrozen(ObjectID, folder: String)
  /// Nothing: only the commit has the damaged content.
  case onlyInHistory(ObjectID)
  /// Read the log of the source.
  case readLog(paths: [String])
  /// Read the statement of the program that makes what the migrations lack, and run the program as a source.
  case readProgram(path: String, line: Int)
  /// Read the place in the program that replaces text of the migrations, and run the program as a source.
  case readReplacement(path: String, line: Int)
  /// Run the program among the migrations that runs before the one that fails.
  case runProgram(path: String)
  /// Find out which tracking table the program reads, because the tool with this title ran the version's migrations.
  case readTrackingTable(of: String)
  /// Give the new schema a new version.
  case newVersion
  /// Nothing: the version was withdrawn later.
  case withdrawnSince
  /// Withdraw the entry of the finding, if it was a mistake: another one of its version is in the ledger.
  case withdraw
  /// Freeze what was compared as a new version.
  case freezeAsNew
  /// Remove from a waiver's list the versions that the finding names.
  case shortenWaiver
  /// Correct the keys of a waiver: findings of its code have these.
  case correctWaiver(to: [String])
  /// Correct a name: one of these is similar.
  case correctName(to: [String])
}
