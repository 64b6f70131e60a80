public import LedgerEntries

/// What became of a migration, or of the files that hold the schema, from one reading of a source to the next.
public struct SourceChange: Sendable, Hashable {
  /// What it is.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case added
    /// New, and before others that were there.
    case inserted
    /// Another text, and the same meaning.
    case textChanged
    case changed
    /// The same meaning under another id.
    case renamed
    /// The same id at another path.
    case moved
    case removed
    /// Several were there, and fewer stand for them.
    case squashed
    /// Two that were there have changed places.
    case reordered
  }

  /// What it is.
  public let kind: Kind
  /// What there was.
  public let before: [MigrationRecord]
  /// What there is.
  public let after: [MigrationRecord]
  /// For ``Kind/inserted`` those that were there and stand behind it, for ``Kind/reordered`` the one that now does.
  public let behind: [MigrationRecord]
  /// Whether it is about the files that hold the whole schema, which are no migration.
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

  /// Every path it is about.
  public var paths: Set<String> { Set((before + after).map(\.path)) }

  /// The migrations it is about; the order that two have is about both.
  var ids: Set<String> { Set((before + after + (kind == .reordered ? behind : [])).map(\.id)) }

  /// Whether what the migrations say, or which there are, is another than before.
  public var isMeaningful: Bool { kind != .textChanged && kind != .moved }
}

extension SourceChange {
  /// Compares two readings of a source, each in the order its migrations run.
  static func changes(from before: [MigrationRecord], to after: [MigrationRecord]) -> [SourceChange] {
    if before == after { return [] }
    let old = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let new = Dictionary(after.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var kept: [SourceChange] = []
    for record in after {
      guard let former = old[record.id], former != record else { continue }
      let kind: Kind =
        former.text == record.text ? .moved : former.meaning == record.meaning ? .textChanged : .changed
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
    let arrivals = arrivals(added.filter { !taken.contains($0.id) }, in: after, old)
    return [squash].compactMap { $0 } + gone + renamed + kept + reorderings(before, after) + arrivals
  }

  /// Several that went, where half as many or fewer came, or one that stayed was rewritten.
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

  /// New ones. The tool runs repeatable ones behind all others, whatever they are called.
  private static func arrivals(
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
