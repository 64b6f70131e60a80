internal import Digests
public import GitStore
public import LedgerEntries
internal import SQLiteSandbox
internal import SQLiteSchema

extension Ledger {
  /// What is wrong with the ledger in itself: files that do not match their digests, folders that are no entries,
  /// parents that are not there.
  ///
  /// - Parameters:
  ///   - only: the folders to look at; nil for all.
  ///   - known: ids of entries elsewhere, in history for instance, that may be parents; nil when not all could be
  ///     read, and no parent is missed.
  /// - Throws: `GitError`.
  public func integrity(
    in snapshot: FileSnapshot, only: Set<String>? = nil, known: Set<String>? = []
  ) throws -> [Finding] {
    var findings = broken.filter { only?.contains($0.folder) ?? true }.map { broken in
      Finding.notWhole(broken.folder, broken.reason)
    }
    let ids = known.map { $0.union(items.map(\.id)) }
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
    return findings
  }
}

/// Holds an entry's files against what its `entry.json` says of them.
package struct EntryCheck {
  package let entry: Entry
  package let id: String
  package let folder: String
  /// By name, `entry.json` included.
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
        findings.append(mismatch(name, "is missing"))
        continue
      }
      if LargeFilePointer.matches(bytes) {
        findings.append(mismatch(name, "is a Git LFS pointer, not the file", hint: "git lfs pull"))
      } else if bytes.count != file.size || sha256(bytes) != file.digest {
        findings.append(mismatch(name, "is not the file that was frozen"))
      }
    }
    for name in files.keys.sorted() where name != Entry.fileName && entry.files[name] == nil {
      findings.append(mismatch(name, "is no part of the entry", hint: "rm \(folder)/\(name)"))
    }
    return findings.isEmpty ? contentFindings() : findings
  }

  /// What can be wrong although every digest fits: the entry was made by other hands.
  private func contentFindings() -> [Finding] {
    guard let sql = files["schema.sql"], let sums = files["schema.sha256"], let fixture = files[entry.fixtureName]
    else {
      return [mismatch("schema.sql", "is missing")]
    }
    if sha256(sql) != entry.schema { return [mismatch("schema.sql", "has another digest than the entry's schema")] }
    if !Array("\(entry.schema)  schema.sql\n".utf8).elementsEqual(sums) {
      return [mismatch("schema.sha256", "does not hold the digest of schema.sql")]
    }
    do {
      let schema = try ScratchDatabase(file: fixture).schema(ignoring: entry.ignoredTables)
      if schema.digest == entry.schema { return [] }
      // Another version of SQLite may tell the same schema otherwise; the text is what counts then.
      let frozen = try ScratchDatabase.schema(ofFrozen: String(decoding: sql, as: UTF8.self))
      let diff = SchemaDiff(from: frozen, to: schema)
      return diff.verdict <= .cosmetic
        ? [] : [mismatch(entry.fixtureName, "has another schema than schema.sql").with(changes: diff.meaningfulChanges)]
    } catch let error as SchemaError {
      return [mismatch(entry.fixtureName, "cannot be read: \(error.message)")]
    } catch {
      return [mismatch(entry.fixtureName, "cannot be read: \(error)")]
    }
  }

  private func mismatch(_ name: String, _ what: String, hint: String? = nil) -> Finding {
    .mismatch(entry, id: id, path: folder + "/" + name, "\(name) \(what)", hint: hint)
  }
}
