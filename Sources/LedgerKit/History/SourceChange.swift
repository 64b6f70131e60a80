public import LedgerEntries

/// A change of a migration, or of the files of a schema, between two readings of a source.
public struct SourceChange: Sendable, Hashable {
  /// A kind of change.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case added
    /// New, and ordered before existing migrations.
    case inserted
    /// The text changed, but not its meaning.
    case textChanged
    case changed
    /// The same meaning under a different id.
    case renamed
    /// The same id at a different path.
    case moved
    case removed
    /// Several migrations were replaced with fewer.
    case squashed
    /// The order of two existing migrations changed.
    case reordered
  }

  /// The kind of change.
  public let kind: Kind
  /// The records before the change.
  public let before: [MigrationRecord]
  /// The records after the change.
  public let after: [MigrationRecord]
  /// For ``Kind/inserted``, the existing migrations that now follow it. For ``Kind/reordered``, the one that now
  /// follows it.
  public let behind: [MigrationRecord]
  /// Whether the change is to the files of a whole schema, which are not migrations.
  public internal(set) var isSchema = false

  init(
    _ kind: Kind, from before: [MigrationRecord] = [], to after: [MigrationRecord] = [],
    behind: [MigrationRecord] = []
  ) {
    self.kind = kind
    self.before = before
    self.after = after
    self.behind = behind
  }

  /// The paths concerned.
  public var paths: Set<String> { Set((before + after).map(\.path)) }

  /// The ids of the migrations concerned. For a change of order, those of both migrations.
  var ids: Set<String> { Set((before + after + (kind == .reordered ? behind : [])).map(\.id)) }

  /// Whether the meaning or the set of migrations changed.
  public var isMeaningful: Bool { kind != .textChanged && kind != .moved }
}

extension SourceChange {
  /// Compares two readings of a source. In each, the migrations are in the order in which they run.
  static func changes(from before: [MigrationRecord], to after: [MigrationRecord]) -> [SourceChange] {
    if before == after { return [] }
    let old = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let new = Dictionary(after.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var kept: [SourceChange] = []
    for record in after {
      guard let former = old[record.id], former != record else { continue }
      let kind: Kind =
        former.hasText(of: record) ? .moved : former.meaning == record.meaning ? .textChanged : .changed
      kept.append(SourceChange(kind, from: [former], to: [record]))
    }
    var added = after.filter { old[$0.id] == nil }
    let renamed = before.filter { new[$0.id] == nil }.compactMap { record -> SourceChange? in
      guard let place = added.firstIndex(where: { $0.meaning == record.meaning }) else { return nil }
      return SourceChange(.renamed, from: [record], to: [added.remove(at: place)])
    }
    let paired = Set(renamed.flatMap { $0.before.map(\.id) })
    let removed = before.filter { new[$0.id] == nil && !paired.contains($0.id) }
    let squash = squash(of: removed, added, &kept)
    let gone = squash == nil ? removed.map { SourceChange(.removed, from: [$0]) } : []
    let taken = Set(squash?.after.map(\.id) ?? [])
    let additions = additions(added.filter { !taken.contains($0.id) }, in: after, old)
    return [squash].compactMap { $0 } + gone + renamed + kept + reorderings(before, after) + additions
  }

  /// Finds a squash: several migrations were removed, and either at most half as many were added, or one remaining
  /// migration was rewritten.
  private static func squash(
    of removed: [MigrationRecord], _ added: [MigrationRecord], _ kept: inout [SourceChange]
  ) -> SourceChange? {
    guard removed.count > 1 else { return nil }
    if !added.isEmpty, added.count * 2 <= removed.count { return SourceChange(.squashed, from: removed, to: added) }
    let rewritten = kept.filter { $0.kind == .changed }
    guard added.isEmpty, rewritten.count == 1 else { return nil }
    kept.removeAll { $0.kind == .changed }
    return SourceChange(.squashed, from: removed + rewritten[0].before, to: rewritten[0].after)
  }

  /// The new migrations. A tool runs repeatable migrations after all others, whatever their names.
  private static func additions(
    _ added: [MigrationRecord], in after: [MigrationRecord], _ old: [String: MigrationRecord]
  ) -> [SourceChange] {
    let new = Set(added.map(\.id))
    var behind: [MigrationRecord] = []
    var changes: [SourceChange] = []
    for record in after.reversed() {
      if new.contains(record.id) {
        let isLast = behind.isEmpty || record.isRepeatable
        changes.append(SourceChange(isLast ? .added : .inserted, to: [record], behind: isLast ? [] : behind))
      } else if let former = old[record.id], !record.isRepeatable {
        behind.insert(former, at: 0)
      }
    }
    return changes.reversed()
  }

  private static func reorderings(_ before: [MigrationRecord], _ after: [MigrationRecord]) -> [SourceChange] {
    let places = Dictionary(zip(before.map(\.id), before.indices), uniquingKeysWith: { first, _ in first })
    let common = after.filter { !$0.isRepeatable && places[$0.id] != nil }
    return zip(common, common.dropFirst()).compactMap { first, second in
      guard let one = places[first.id], let other = places[second.id], other < one else { return nil }
      return SourceChange(.reordered, from: [before[one]], to: [first], behind: [second])
    }
  }
}
