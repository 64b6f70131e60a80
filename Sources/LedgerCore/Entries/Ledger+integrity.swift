internal import CanonicalJSON
internal import Digests
public import GitStore
public import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

extension Ledger {
  /// Checks the ledger itself: files that do not match their digests, folders that are not entries, and missing
  /// parents.
  ///
  /// - Parameters:
  ///   - only: the folders to check, or `nil` for all.
  ///   - known: ids of entries elsewhere, for example in the history, that may be parents. `nil` if not all of them
  ///     could be read, in which case missing parents are not reported.
  ///   - files: the files of entries that were read from the snapshot, by name, by folder.
  ///   - checked: the entries whose content need not be checked again. Those that are checked now are added.
  /// - Throws: `GitError`, `LedgerError.namesFold`, `LedgerError.attributesConvert`.
  package func integrity(
    in snapshot: FileSnapshot, only: Set<String>? = nil, known: Set<String>? = [],
    files: [String: [String: [UInt8]]] = [:], checked: inout PassedChecks
  ) throws -> [Finding] {
    try Self.refuseOtherCheckouts(of: path, in: snapshot)
    var findings = broken.filter { only?.contains($0.folder) ?? true }.map { broken in
      Finding.unreadableEntry(broken.folder, broken.error)
    }
    let ids = known.map { $0.union(self.ids) }
    for item in items where only?.contains(item.folder) ?? true {
      let files = try files[item.folder] ?? Self.files(of: item, in: snapshot)
      let check = EntryCheck(entry: item.entry, id: item.id, folder: item.folder, files: files)
      findings += check.findings(knowing: &checked)
      for parent in item.entry.parents where ids?.contains(parent) == false {
        findings.append(.brokenChain(item.entry, id: item.id, missing: parent))
      }
    }
    return findings + withdrawalFindings(only: only, known: ids)
  }

  /// The same check of the content of every entry.
  ///
  /// - Throws: `GitError`, `LedgerError.namesFold`, `LedgerError.attributesConvert`.
  public func integrity(
    in snapshot: FileSnapshot, only: Set<String>? = nil, known: Set<String>? = []
  ) throws -> [Finding] {
    var checked = PassedChecks()
    return try integrity(in: snapshot, only: only, known: known, checked: &checked)
  }

  /// The files of an entry, by name.
  package static func files(of item: Item, in snapshot: FileSnapshot) throws(GitError) -> [String: [UInt8]] {
    let contents = try snapshot.contents(under: item.folder)
    return Dictionary(
      contents.map { (String(decoding: $0.text.utf8.dropFirst(item.folder.utf8.count + 1), as: UTF8.self), $1) },
      uniquingKeysWith: { $1 })
  }
}

/// The checks of one kind that were passed, each by a digest of all that it depends on besides the program and SQLite.
///
/// For the content of an entry, this is its id: the digest of `entry.json`, which has the digests of all other files.
package struct PassedChecks {
  /// Those that are known, those of ``found`` included.
  package private(set) var ids: Set<String>
  /// Those that were passed since this value was created.
  package private(set) var found: [String] = []

  package init(_ ids: Set<String> = []) { self.ids = ids }

  package mutating func insert(_ id: String) {
    if ids.insert(id).inserted { found.append(id) }
  }
}

/// Compares an entry's files with its `entry.json`.
package struct EntryCheck {
  package let entry: Entry
  package let id: String
  package let folder: String
  /// The files by name, including `entry.json`.
  package let files: [String: [UInt8]]

  package init(entry: Entry, id: String, folder: String, files: [String: [UInt8]]) {
    self.entry = entry
    self.id = id
    self.folder = folder
    self.files = files
  }

  package func findings() -> [Finding] {
    let findings = fileFindings
    return findings.isEmpty ? contentFindings() : findings
  }

  /// The same findings. The content of files that match the digests of a known entry is not read again.
  package func findings(knowing checked: inout PassedChecks) -> [Finding] {
    var findings = fileFindings
    if findings.isEmpty, !checked.ids.contains(id) {
      findings = contentFindings()
      if findings.isEmpty { checked.insert(id) }
    }
    return findings
  }

  /// The files that differ from those that `entry.json` lists.
  private var fileFindings: [Finding] {
    var findings: [Finding] = []
    for (name, file) in entry.files.sorted(by: { $0.key < $1.key }) {
      // Such as App.sqlite-wal, from which SQLite would read other content of the database.
      guard entry.possibleFiles.contains(name) else {
        findings.append(damaged(name, .foreignFile))
        continue
      }
      guard let bytes = files[name] else {
        findings.append(damaged(name, .missing))
        continue
      }
      if LargeFilePointer.matches(bytes) {
        findings.append(damaged(name, .largeFilePointer))
      } else if bytes.count != file.size || sha256(bytes) != file.digest {
        findings.append(damaged(name, .changed))
      }
    }
    for name in files.keys.sorted() where name != Entry.fileName && entry.files[name] == nil {
      findings.append(damaged(name, .unlisted))
    }
    return findings
  }

  /// Problems that are possible although every digest is correct, if the entry was not made by schemaledger.
  private func contentFindings() -> [Finding] {
    // Without known tables, the schema is that of an empty database.
    guard let sql = files["schema.sql"], let sums = files["schema.sha256"],
      let fixture = entry.hasTables ? files[entry.fixtureName] : []
    else {
      return [damaged("schema.sql", .missing)]
    }
    if entry.hasTables, !entry.hasScript, let oddity = StoredFile.oddity(of: fixture) {
      return [damaged(entry.fixtureName, .unusualDatabase(reason: oddity))]
    }
    if sha256(sql) != entry.schema { return [damaged("schema.sql", .schemaDigestMismatch)] }
    if !Array("\(entry.schema)  schema.sql\n".utf8).elementsEqual(sums) {
      return [damaged("schema.sha256", .digestFileMismatch)]
    }
    do {
      let database =
        try entry.hasTables
        ? ScratchDatabase(file: entry.databaseFile(from: fixture), tracking: .known) : ScratchDatabase(tracking: .known)
      let found = try schemaFindings(sql, database)
      if !found.isEmpty { return found }
      return entry.hasScript ? try scriptFindings(fixture, database) : versionFindings(fixture)
    } catch let error as SchemaError {
      return [damaged(entry.fixtureName, .unreadable(reason: error.message))]
    } catch {
      return [damaged(entry.fixtureName, .unreadable(reason: "\(error)"))]
    }
  }

  private func schemaFindings(_ sql: [UInt8], _ database: ScratchDatabase) throws -> [Finding] {
    let schema = try database.schema(ignoring: entry.ignoredTables)
    if schema.digest == entry.schema {
      if entry.hasScript { return [] }
      let document = files["schema.json"].flatMap { JSONValue(parsing: $0) }
      let isDescribed = document.map { $0.isDescription(of: schema, withDigest: entry.schema) } ?? false
      return isDescribed ? [] : [damaged("schema.json", .documentMismatch)]
    }
    // A different version of SQLite may describe the same schema differently. In that case the text is compared.
    let frozen = try ScratchDatabase.schema(ofFrozen: String(decoding: sql, as: UTF8.self), tracking: .known)
    let diff = SchemaDiff(from: frozen, to: schema)
    if diff.verdict <= .cosmetic { return [] }
    return [damaged(entry.fixtureName, .schemaMismatch).with(changes: diff.meaningfulChanges)]
  }

  private func versionFindings(_ fixture: [UInt8]) -> [Finding] {
    guard let written = StoredFile.sqliteVersion(of: fixture), written != entry.sqlite else { return [] }
    return [damaged(entry.fixtureName, .sqliteMismatch(stated: entry.sqlite, written: written))]
  }

  /// Another version of SQLite may write some values of rows as other text.
  private func scriptFindings(_ script: [UInt8], _ database: ScratchDatabase) throws -> [Finding] {
    guard entry.sqlite == ScratchDatabase.sqliteVersion, try Array(database.script().utf8) != script else { return [] }
    let reason = "has other statements than the database that it makes"
    return [damaged(entry.fixtureName, .unusualDatabase(reason: reason))]
  }

  private func damaged(_ name: String, _ damage: EntryDamage) -> Finding {
    .damaged(entry, id: id, folder: folder, file: name, damage)
  }
}

extension JSONValue {
  /// Whether this is the document of the schema. Of its digests, only the schema's is compared: `shape` and `text` have
  /// had other definitions.
  fileprivate func isDescription(of schema: CanonicalSchema, withDigest digest: String) -> Bool {
    guard var members = object else { return false }
    let digests = members.removeValue(forKey: "digests")
    return digests?["schema"] == .string(digest) && members == schema.jsonWithoutDigests
  }
}
