/// Finds edges to reverse so that no cycle is left, by the greedy method of Eades, Lin and Smyth: "A fast and effective
/// heuristic for the feedback arc set problem" (1993). Sinks are taken to the right end of an order and sources to its
/// left end. If neither is left, the node with the most edges out in relation to those in is taken to the left end. The
/// edges that run from right to left in this order are reversed.
struct CycleBreaking {
  private var order: [Int]

  /// - Parameter arcs: pairs of different nodes from 0 to `count` - 1.
  init(count: Int, arcs: [(tail: Int, head: Int)]) {
    var outgoing = [[Int]](repeating: [], count: count)
    var incoming = [[Int]](repeating: [], count: count)
    for arc in arcs {
      outgoing[arc.tail].append(arc.head)
      incoming[arc.head].append(arc.tail)
    }
    var outDegree = outgoing.map(\.count)
    var inDegree = incoming.map(\.count)
    var isTaken = [Bool](repeating: false, count: count)
    var left: [Int] = []
    var right: [Int] = []
    var pending = Array((0..<count).reversed())
    while left.count + right.count < count {
      // Removing a node can make its neighbours sinks or sources, so they are looked at again.
      while let node = pending.popLast() {
        guard !isTaken[node], outDegree[node] == 0 || inDegree[node] == 0 else { continue }
        take(node)
      }
      let remaining = (0..<count).filter { !isTaken[$0] }
      let next = remaining.max {
        let (first, second) = (outDegree[$0] - inDegree[$0], outDegree[$1] - inDegree[$1])
        return first == second ? $0 > $1 : first < second
      }
      guard let next else { break }
      take(next)
    }
    order = [Int](repeating: 0, count: count)
    for (position, node) in (left + right.reversed()).enumerated() { order[node] = position }

    func take(_ node: Int) {
      isTaken[node] = true
      if outDegree[node] == 0 { right.append(node) } else { left.append(node) }
      for head in outgoing[node] {
        inDegree[head] -= 1
        pending.append(head)
      }
      for tail in incoming[node] {
        outDegree[tail] -= 1
        pending.append(tail)
      }
    }
  }

  /// Whether an arc runs against the order, so that it has to be reversed.
  func reverses(tail: Int, head: Int) -> Bool {
    order[tail] > order[head]
  }
}
