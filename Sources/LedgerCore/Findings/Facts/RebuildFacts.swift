package import GitStore
package import SQLiteSandbox

/// Facts about an entry compared with what it was made from: SL114 and SL115. The version is the finding's.
package enum RebuildFacts: Sendable, Hashable, Codable {
  /// The entry differs from what its migrations, or its schema file, make; `commit` is `nil` for the files that are about
  /// to be committed.
  case differs(Difference, commit: ObjectID?)
  /// The source has different migrations or a different schema.
  case otherSource(commit: ObjectID?)
  /// These versions were not compared, for this reason.
  case notCompared(versions: [String], Reason)
  /// These versions have only migrations of the entry, and are not its ancestors.
  case ancestorsMissing([String])
  /// These parents have migrations that the entry does not have.
  case foreignParents([String])

  /// What of the entry differs.
  package enum Difference: Sendable, Hashable, Codable {
    /// From the database that the source makes to the frozen one.
    case database(DatabaseContent.Difference)
    case model
    /// The records of the migrations, or of the scripts before the first one.
    case records
  }

  /// Why an entry was not compared.
  package enum Reason: Sendable, Hashable, Codable {
    /// It was made from a database file.
    case store
    /// A command of the repository makes it.
    case command
    /// The source of its commit has different migrations or a different schema: it was frozen before that was committed.
    case otherSource
    /// Its commit is not in this clone, or a file of it.
    case missingObject
    /// Another version of SQLite made it, which may be the reason for a difference.
    case sqlite(String)
  }

  var code: Finding.Code {
    switch self {
    case .differs, .otherSource, .notCompared: .entryNotReproduced
    case .ancestorsMissing, .foreignParents: .parentsDiffer
    }
  }
}
