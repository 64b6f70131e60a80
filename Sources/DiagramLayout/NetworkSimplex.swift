/// Assigns ranks such that each arc's head is at least one rank after its tail and the sum of all lengths, times their
/// weights, is as small as possible: the network simplex of Gansner, Koutsofios, North and Vo, "A Technique for Drawing
/// Directed Graphs" (1993), section 2.3. A spanning tree of arcs of length 1 determines the ranks. An arc whose two
/// sides would be better off apart leaves the tree, and the shortest arc in the other direction takes its place.
///
/// The number of exchanges is limited, because degenerate ones could repeat. Every state is valid, just not the best.
struct NetworkSimplex {
  struct Arc {
    var tail: Int
    var head: Int
    var weight = 1
  }

  /// The rank of each node. The lowest is 0.
  private(set) var ranks: [Int]
  private let arcs: [Arc]
  private let incident: [[Int]]
  /// For each node, the arcs of the tree that end there.
  private var treeArcs: [[Int]]
  private var walk: TreeWalk
  /// For each node, the weights of the arcs that leave it, less those of the arcs that enter it.
  private let surplus: [Int]

  /// - Parameter arcs: a connected graph without cycles, of nodes from 0 to `count` - 1.
  init(count: Int, arcs: [Arc], exchanges: Int) {
    self.arcs = arcs
    var incident = [[Int]](repeating: [], count: count)
    var surplus = [Int](repeating: 0, count: count)
    for (index, arc) in arcs.enumerated() {
      incident[arc.tail].append(index)
      incident[arc.head].append(index)
      surplus[arc.tail] += arc.weight
      surplus[arc.head] -= arc.weight
    }
    self.incident = incident
    self.surplus = surplus
    ranks = Self.longestPaths(count: count, arcs: arcs, incident: incident)
    treeArcs = [[Int]](repeating: [], count: count)
    walk = TreeWalk()
    if count > 0 {
      spanTree()
      exchange(atMost: exchanges)
      let lowest = ranks.min() ?? 0
      for node in ranks.indices { ranks[node] -= lowest }
    }
  }

  /// For each node, the number of arcs on the longest path that leads to it.
  private static func longestPaths(count: Int, arcs: [Arc], incident: [[Int]]) -> [Int] {
    var ranks = [Int](repeating: 0, count: count)
    var missing = [Int](repeating: 0, count: count)
    for arc in arcs { missing[arc.head] += 1 }
    var ready = (0..<count).filter { missing[$0] == 0 }
    var next = 0
    while next < ready.count {
      let node = ready[next]
      next += 1
      for index in incident[node] where arcs[index].tail == node {
        let head = arcs[index].head
        ranks[head] = max(ranks[head], ranks[node] + 1)
        missing[head] -= 1
        if missing[head] == 0 { ready.append(head) }
      }
    }
    return ranks
  }

  private func slack(_ arc: Arc) -> Int {
    ranks[arc.head] - ranks[arc.tail] - 1
  }

  /// Grows a tree of arcs without slack from node 0. Where it cannot grow, the tree is moved as a whole until the
  /// nearest arc has no slack any more.
  private mutating func spanTree() {
    var isInTree = [Bool](repeating: false, count: ranks.count)
    isInTree[0] = true
    var members = [0]
    var next = 0
    while true {
      while next < members.count {
        let node = members[next]
        next += 1
        for index in incident[node] where slack(arcs[index]) == 0 {
          let other = arcs[index].tail == node ? arcs[index].head : arcs[index].tail
          guard !isInTree[other] else { continue }
          isInTree[other] = true
          members.append(other)
          treeArcs[node].append(index)
          treeArcs[other].append(index)
        }
      }
      var nearest: (slack: Int, arc: Arc)?
      for arc in arcs where isInTree[arc.tail] != isInTree[arc.head] {
        if slack(arc) < nearest?.slack ?? .max { nearest = (slack(arc), arc) }
      }
      guard let nearest else { return }
      let distance = isInTree[nearest.arc.tail] ? nearest.slack : -nearest.slack
      for member in members { ranks[member] += distance }
      next = 0
    }
  }

  private mutating func exchange(atMost exchanges: Int) {
    var start = 1
    for _ in 0..<exchanges {
      walk.visit(treeArcs: treeArcs, arcs: arcs, surplus: surplus)
      guard let leaving = leavingPosition(from: start) else { return }
      start = leaving + 1
      let node = walk.order[leaving]
      let arc = walk.parentArc[node]
      guard let entering = enteringArc(below: node, leaving: arc) else { return }
      let distance = walk.contains(arcs[entering].tail, below: node) ? slack(arcs[entering]) : -slack(arcs[entering])
      if distance != 0 {
        for position in walk.subtree(of: node) { ranks[walk.order[position]] += distance }
      }
      for end in [arcs[arc].tail, arcs[arc].head] { treeArcs[end].removeAll { $0 == arc } }
      for end in [arcs[entering].tail, arcs[entering].head] { treeArcs[end].append(entering) }
    }
  }

  /// The position of a node whose arc to its parent has a negative cut value. The search goes on where it ended last
  /// time, which the paper found to save exchanges.
  private func leavingPosition(from start: Int) -> Int? {
    let count = walk.order.count
    for step in 0..<count {
      let position = (start + step) % count
      guard position > 0 else { continue }
      let node = walk.order[position]
      let pointsUp = arcs[walk.parentArc[node]].tail == node
      if (pointsUp ? walk.surplus[node] : -walk.surplus[node]) < 0 { return position }
    }
    return nil
  }

  /// The arc with the least slack that connects the two sides in the other direction than the leaving arc.
  private func enteringArc(below node: Int, leaving: Int) -> Int? {
    let pointsUp = arcs[leaving].tail == node
    var best: (slack: Int, arc: Int)?
    for position in walk.subtree(of: node) {
      let inside = walk.order[position]
      for index in incident[inside] {
        let arc = arcs[index]
        guard pointsUp ? arc.head == inside : arc.tail == inside,
          !walk.contains(pointsUp ? arc.tail : arc.head, below: node)
        else { continue }
        if slack(arc) < best?.slack ?? .max { best = (slack(arc), index) }
      }
    }
    return best?.arc
  }
}
