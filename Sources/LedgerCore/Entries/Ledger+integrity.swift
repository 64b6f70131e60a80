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
  /// - Throws: `GitError`.
  public func integrity(
    in snapshot: FileSnapshot, only: Set<String>? = nil, known: Set<String>? = []
  ) throws -> [Finding] {
    var findings = broken.filter { only?.contains($0.folder) ?? true }.map { broken in
      Finding.unreadableEntry(broken.folder, .entry(broken.error))
    }
    let ids = known.map { $0.union(self.ids) }
    for item in items where only?.contains(item.folder) ?? true {
      var files: [String: [UInt8]] = [:]
      for file in try snapshot.files(under: item.folder) {
        let name = String(file.path.dropFirst(item.folder.utf8.count + 1))
        files[name] = try snapshot.read(file.path)
      }
      findings += EntryCheck(entry: item.entry, id: item.id, folder: item.folder, files: files).findings()
      for parent in item.entry.parents where ids?.contains(parent) == false {
        findings.append(.brokenChain(item.entry, id: item.id, missing: parent))
      }
    }
    return findings + withdrawalFindings(only: only, known: ids)
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
    var findings: [Finding] = []
    for (name, file) in entry.files.sorted(by: { $0.key < $1.key }) {
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
    return findings.isEmpty ? contentFindings() : findings
  }

  /// Problems that are possible although every digest is correct, if the entry was not made by schemaledger.
  private func contentFindings() -> [Finding] {
    guard let sql = files["schema.sql"], let sums = files["schema.sha256"], let fixture = files[entry.fixtureName]
    else {
      return [damaged("schema.sql", .missing)]
    }
    if sha256(sql) != entry.schema { return [damaged("schema.sql", .schemaDigestMismatch)] }
    if !Array("\(entry.schema)  schema.sql\n".utf8).elementsEqual(sums) {
      return [damaged("schema.sha256", .digestFileMismatch)]
    }
    do {
      let found = try schemaFindings(sql, ScratchDatabase(file: fixture, tracking: .known))
      return found.isEmpty ? versionFindings(fixture) : found
    } catch let error as SchemaError {
      return [damaged(entry.fixtureName, .unreadable(reason: error.message))]
    } catch {
      return [damaged(entry.fixtureName, .unreadable(reason: "\(error)"))]
    }
  }

  private func schemaFindings(_ sql: [UInt8], _ database: ScratchDatabase) throws -> [Finding] {
    let schema = try database.schema(ignoring: entry.ignoredTables)
    if schema.digest == entry.schema {
      let document = files["schema.json"].flatMap { JSONValue(parsing: $0) }
      return document.map { $0.isDescription(of: schema) } == true ? [] : [damaged("schema.json", .documentMismatch)]
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

  private func damaged(_ name: String, _ damage: EntryDamage) -> Finding {
    .damaged(entry, id: id, folder: folder, file: name, damage)
  }
}

extension JSONValue {
  /// Whether this is the document of the schema. Of its digests, only the schema's is compared: `shape` and `text` have
  /// had other definitions.
  fileprivate func isDescription(of schema: CanonicalSchema) -> Bool {
    guard var members = object, var expected = schema.json.object else { return false }
    let digests = (members.removeValue(forKey: "digests"), expected.removeValue(forKey: "digests"))
    return members == expected && digests.0?["schema"] == digests.1?["schema"]
  }
}
