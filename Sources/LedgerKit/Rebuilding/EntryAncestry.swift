internal import LedgerEntries

/// Which entries of a ledger descend from which. All entries are asked for, so each id is looked up once, and positions are
/// followed after that.
struct EntryAncestry {
  /// Entries by their positions in the ledger, then what was withdrawn.
  private var positions: [String: Int] = [:]
  /// The positions of the parents; `nil` if the ledger does not have one of them.
  private var parents: [[Int]?] = []
  /// The positions of the entries that name the entry as a parent.
  private var children: [[Int]] = []

  init(of ledger: Ledger) {
    let nodes =
      ledger.items.map { ($0.id, $0.entry.parents) } + ledger.withdrawnEntries.map { ($0.key, $0.value.parents) }
      + ledger.withdrawals.map { ($0.id, []) }
    for (position, node) in nodes.enumerated() where positions[node.0] == nil { positions[node.0] = position }
    parents = nodes.map { node in
      let found = node.1.compactMap { positions[$0] }
      return found.count == node.1.count ? found : nil
    }
    children = [[Int]](repeating: [], count: parents.count)
    for (position, node) in nodes.enumerated() {
      for parent in node.1 { positions[parent].map { children[$0].append(position) } }
    }
  }

  /// The position of an entry in the ledger, or behind its entries if it was withdrawn; `nil` if the ledger does not have it.
  func position(of id: String) -> Int? { positions[id] }

  /// Whether each position is that of the entry or of an ancestor; `nil` if one of its ancestors is missing, by which it may
  /// have others.
  func lineage(of position: Int) -> [Bool]? {
    var lineage = [Bool](repeating: false, count: parents.count)
    lineage[position] = true
    var waiting = [position]
    while let next = waiting.popLast() {
      guard let parents = parents[next] else { return nil }
      for parent in parents where !lineage[parent] {
        lineage[parent] = true
        waiting.append(parent)
      }
    }
    return lineage
  }

  /// Whether each position is that of the entry or of one that descends from it. Such an entry was made later, because its id
  /// is a digest of the ids of its parents.
  func descendants(of position: Int) -> [Bool] {
    var descendants = [Bool](repeating: false, count: children.count)
    descendants[position] = true
    var waiting = [position]
    while let next = waiting.popLast() {
      for child in children[next] where !descendants[child] {
        descendants[child] = true
        waiting.append(child)
      }
    }
    return descendants
  }
}
