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
  /// Whether each position is that of an entry which descends from, or is an ancestor of, every other one. In a ledger of
  /// thousands of entries that follow each other, no other question needs an answer. `false` for all if a parent is missing.
  private(set) var isRelatedToAll: [Bool] = []

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
    isRelatedToAll = Self.relatedToAll(parents.compactMap(\.self), children)
  }

  private static func relatedToAll(_ parents: [[Int]], _ children: [[Int]]) -> [Bool] {
    let count = children.count
    guard parents.count == count, let later = followers(parents, children), let earlier = followers(children, parents)
    else { return [Bool](repeating: false, count: count) }
    return (0..<count).map { position in
      later[position].flatMap { after in earlier[position].map { after + $0 == count - 1 } } ?? false
    }
  }

  /// Puts the positions in an order in which each comes behind those from which edges lead to it.
  ///
  /// - Returns: for each position the number of those behind it, if all of them can be reached from it; `nil` for a cycle.
  private static func followers(_ incoming: [[Int]], _ outgoing: [[Int]]) -> [Int?]? {
    var waiting = incoming.map(\.count)
    var ready = waiting.indices.filter { waiting[$0] == 0 }
    var followers = [Int?](repeating: nil, count: waiting.count)
    var rest = waiting.count
    while let next = ready.popLast() {
      rest -= 1
      // Every position that is left then waits for this one, or for one that does.
      if ready.isEmpty { followers[next] = rest }
      for position in outgoing[next] {
        waiting[position] -= 1
        if waiting[position] == 0 { ready.append(position) }
      }
    }
    return rest == 0 ? followers : nil
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
