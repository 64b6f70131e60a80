internal import Findings
package import GitStore
package import LedgerEntries
package import SQLiteSchema

// SL101 to SL107, SL110 and SL111: the ledger and its history.

extension Finding {
  package static func rewritten(
    _ entry: Entry, id: String, files: [String], verdict: Verdict?, isCurrent: Bool, remedy: Remedy?
  ) -> Finding {
    Finding(
      .ledger(.rewritten(files: files, verdict: verdict, isCurrent: isCurrent)),
      severity: isCurrent ? .error : .warning, remedy: isCurrent ? remedy : nil
    ).with(version: entry.version.name, entry: id)
  }

  /// A rewrite that is about to be committed.
  package static func rewriting(_ version: String, path: String, changes: [SchemaChange], remedy: Remedy) -> Finding {
    Finding(.ledger(.rewriting), remedy: remedy).with(version: version, path: path, changes: changes)
  }

  package static func deleted(_ version: String, id: String?, isRestored: Bool, remedy: Remedy?) -> Finding {
    Finding(
      .ledger(.deleted(isRestored: isRestored)), severity: isRestored ? .warning : .error,
      remedy: isRestored ? nil : remedy
    ).with(version: version, entry: id)
  }

  /// A branch or tag is deleted, and no other has the entry.
  package static func deletedReference(_ reference: String, with version: String, id: String) -> Finding {
    Finding(.ledger(.deletedWithReference(reference))).with(version: version, entry: id)
  }

  package static func damaged(
    _ entry: Entry, id: String, folder: String, file: String, _ damage: EntryDamage
  ) -> Finding {
    Finding(.ledger(.damaged(file: file, damage)))
      .with(version: entry.version.name, entry: id, path: folder + "/" + file)
  }

  package static func unreadableEntry(_ folder: String, _ problem: UnreadableEntry) -> Finding {
    Finding(.ledger(.unreadable(problem)))
      // A file is a withdrawal, whose name is not a version.
      .with(version: folder.hasSuffix(".json") ? nil : folder.split(separator: "/").last.map(String.init), path: folder)
  }

  /// An entry of a version was rewritten, and neither content can be read.
  package static func unreadableRewrite(_ version: String) -> Finding {
    Finding(.ledger(.unreadable(.rewritten))).with(version: version)
  }

  package static func brokenChain(_ entry: Entry, id: String, missing parent: String) -> Finding {
    Finding(.ledger(.missingParent(id: parent))).with(version: entry.version.name, entry: id)
  }

  package static func collision(_ version: String, ids: [String]) -> Finding {
    Finding(.ledger(.collision(ids: ids))).with(version: version)
  }

  package static func objectMissing(_ id: ObjectID, of owner: LedgerFacts.Owner, promised: Bool) -> Finding {
    Finding(.ledger(.missingObject(id, of: owner, isPromised: promised)))
  }

  package static func shallow() -> Finding { Finding(.ledger(.shallowClone)) }

  /// - Parameters:
  ///   - ledger: the ledger's folder after the move.
  ///   - former: the folder before it.
  package static func moved(_ ledger: String, from former: String) -> Finding {
    Finding(.ledger(.moved(from: former)), severity: .note).with(path: ledger)
  }

  /// - Parameter reason: why the configuration retires the ledger; `nil` if it does not.
  package static func unreached(_ ledger: String, versions: [String], reason: String?) -> Finding {
    Finding(.ledger(.unreached(versions: versions, reason: reason)), severity: reason == nil ? .error : .note)
      .with(path: ledger)
  }
}
