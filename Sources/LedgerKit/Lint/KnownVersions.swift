internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources

/// The versions of a ledger that have had migrations of the source.
///
/// Ids alone do not tell: after a restart, or with another tool, other migrations may have the same ids, and the same
/// migrations other ids.
struct KnownVersions {
  /// A version that has had at least one of the migrations, or has a schema from which all of them start.
  struct Version {
    let item: Ledger.Item
    /// The receipts that today's forms of its migrations have, for those that the source still has.
    let had: Set<String>
    /// Whether the source still has all of its migrations.
    let isComplete: Bool
    /// Whether the source has them with the texts that they had. After a restart, others have their numbers.
    let isUnedited: Bool

    /// Whether it has had the migration.
    func hasHad(_ migration: Migration) -> Bool { had.contains(MigrationRecord.receipt(of: migration)) }
  }

  /// The versions, oldest first.
  let versions: [Version]
  /// The receipts of the migrations that the latest versions have had.
  let receipts: Set<String>
  /// The latest version; `nil` if there are several that no other one follows.
  let latest: Version?

  init(_ ledger: Ledger, _ definition: SourceDefinition) {
    let records = definition.records(knowing: ledger.meanings)
    let lineage = Lineage(of: ledger, source: records)
    let forms = MigrationForms(records)
    // A version without migrations is where they start, unless one with migrations came before.
    let first = ledger.items.firstIndex { !$0.entry.migrations.compactMap(forms.receipt).isEmpty } ?? ledger.items.count
    let versions = ledger.items.enumerated().compactMap { index, item -> Version? in
      let entry = item.entry
      let known = entry.migrations.compactMap(forms.receipt)
      if entry.migrations.isEmpty, entry.hasTables, definition.startsFromSchema {
        guard index < first else { return nil }
        return Version(item: item, had: [], isComplete: true, isUnedited: true)
      }
      guard !known.isEmpty, forms.haveText(ofAnyIn: entry) || !(lineage.isReplaced || lineage.isAnother(entry)) else {
        return nil
      }
      return Version(
        item: item, had: Set(known), isComplete: known.count == entry.migrations.count,
        isUnedited: forms.haveTexts(ofAllIn: entry))
    }
    let own = Ledger(path: ledger.path, items: versions.map(\.item))
    let heads = Set(own.heads.map(\.folder))
    self.versions = versions
    receipts = versions.filter { heads.contains($0.item.folder) }.reduce(into: []) { $0.formUnion($1.had) }
    latest = heads.count == 1 ? versions.first { $0.item.folder == own.latest?.folder } : nil
  }

  /// The version from which migrations can start if no file has the schema that they need: the one with the fewest
  /// migrations, all of which the source still has. Of several with the same ones, the last has their last form.
  var start: Version? {
    let all = versions.filter(\.isComplete)
    let unchanged = all.filter(\.isUnedited)
    let complete = unchanged.isEmpty ? all : unchanged
    let first = complete.min { $0.had.count < $1.had.count }
    return complete.last { $0.had == first?.had }
  }
}

/// The ways in which a frozen migration is one of the source's.
private struct MigrationForms {
  private let present: Set<String>
  /// The receipts by the digests of texts.
  private let receipts: [String: String]

  init(_ records: [MigrationRecord]) {
    present = Set(records.map(\.receipt))
    receipts = Dictionary(records.map { ($0.text, $0.receipt) }, uniquingKeysWith: { first, _ in first })
  }

  /// The receipt of the migration that has the record's id, even if it was edited, or else its text, if it was renamed.
  /// `nil` if there is none.
  func receipt(of record: MigrationRecord) -> String? {
    present.contains(record.receipt) ? record.receipt : receipts[record.text]
  }

  func haveTexts(ofAllIn entry: Entry) -> Bool { entry.migrations.allSatisfy { receipts[$0.text] != nil } }

  func haveText(ofAnyIn entry: Entry) -> Bool { entry.migrations.contains { receipts[$0.text] != nil } }
}

extension SourceDefinition {
  /// Whether the migrations upgrade what another file makes, so that the first versions have none of them.
  fileprivate var startsFromSchema: Bool {
    if case .migrations = forward { !isReplayed } else { false }
  }
}
