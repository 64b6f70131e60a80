internal import LedgerCore

/// Determines which folders are one ledger at different times.
///
/// Two folders are one ledger if entries were moved from one to the other, if databases of one name had them, if a commit
/// replaced the one by the other in the configuration, or if both have had an entry with the same content. Folders that
/// one configuration names for two databases are never one ledger.
struct LedgerFolders {
  /// All folders, sorted.
  let all: [String]
  private var classes: [String: Set<String>]
  private var apart: [String: Set<String>] = [:]

  /// - Parameters:
  ///   - configurations: every configuration.
  ///   - changes: the configurations before and after each commit that changed it.
  ///   - contents: the contents that each folder has had.
  init(
    _ all: [String], configurations: [NamedLedgers], changes: [(before: NamedLedgers, after: NamedLedgers)],
    moves: [FormerFolders.Move], contents: [String: Set<FormerFolders.Content>]
  ) {
    self.all = all
    classes = Dictionary(all.map { ($0, [$0]) }, uniquingKeysWith: { $0.union($1) })
    for configuration in configurations {
      let folders = Set(configuration.ledgers.map(\.folder))
      for folder in folders { apart[folder, default: []].formUnion(folders.subtracting([folder])) }
    }
    guard all.count > 1 else { return }
    for move in moves { join(move.from, move.to) }
    var byName: [String: String] = [:]
    for named in configurations.flatMap(\.ledgers) {
      guard let name = named.database else { continue }
      if let other = byName[name] { join(other, named.folder) } else { byName[name] = named.folder }
    }
    for change in changes { join(change) }
    for (index, folder) in all.enumerated() {
      for other in all[(index + 1)...] where contents[folder]?.isDisjoint(with: contents[other] ?? []) == false {
        join(folder, other)
      }
    }
  }

  /// The folders that have been the ledger which is at `folder`, including it.
  func lineage(of folder: String) -> [String] { (classes[folder] ?? [folder]).sorted() }

  /// Joins the only folder that a commit no longer names with the only one that it names anew.
  private mutating func join(_ change: (before: NamedLedgers, after: NamedLedgers)) {
    let (before, after) = (change.before.ledgers, change.after.ledgers)
    let names = Set(before.map(\.database)).intersection(after.map(\.database))
    let gone = before.filter { old in
      !after.contains { $0.folder == old.folder } && !names.contains(old.database)
        && !change.after.retired.contains(old.folder)
    }
    let new = after.filter { new in !before.contains { $0.folder == new.folder } && !names.contains(new.database) }
    guard gone.count == 1, new.count == 1 else { return }
    join(gone[0].folder, new[0].folder)
  }

  private mutating func join(_ one: String, _ other: String) {
    guard let left = classes[one], let right = classes[other], left != right,
      !left.contains(where: { apart[$0]?.isDisjoint(with: right) == false })
    else { return }
    let both = left.union(right)
    for folder in both { classes[folder] = both }
  }
}
