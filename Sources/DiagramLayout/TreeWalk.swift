/// The spanning tree of `NetworkSimplex`, seen from its root: an order in which each subtree is contiguous.
struct TreeWalk {
  /// The nodes in the order of a depth-first search. The root is the first.
  private(set) var order: [Int] = []
  /// For each node, the arc that leads to its parent.
  private(set) var parentArc: [Int] = []
  /// For each node, the weights of the arcs that leave its subtree, less those of the arcs that enter it. Arcs within
  /// the subtree cancel out. It is the cut value of the arc to the parent, or its negative, depending on the arc's
  /// direction.
  private(set) var surplus: [Int] = []
  private var parent: [Int] = []
  private var position: [Int] = []
  private var size: [Int] = []

  /// Reads the tree again from node 0.
  mutating func visit(treeArcs: [[Int]], arcs: [NetworkSimplex.Arc], surplus: [Int]) {
    let count = treeArcs.count
    if parent.count != count {
      parent = [Int](repeating: -1, count: count)
      parentArc = parent
      position = parent
      size = parent
    }
    self.surplus = surplus
    order.removeAll(keepingCapacity: true)
    parent[0] = -1
    parentArc[0] = -1
    var pending = [0]
    while let node = pending.popLast() {
      position[node] = order.count
      size[node] = 1
      order.append(node)
      for index in treeArcs[node] where index != parentArc[node] {
        let child = arcs[index].tail == node ? arcs[index].head : arcs[index].tail
        parent[child] = node
        parentArc[child] = index
        pending.append(child)
      }
    }
    for node in order.reversed() where parent[node] >= 0 {
      size[parent[node]] += size[node]
      self.surplus[parent[node]] += self.surplus[node]
    }
  }

  /// The positions in `order` of a node and all nodes below it.
  func subtree(of node: Int) -> Range<Int> {
    position[node]..<(position[node] + size[node])
  }

  func contains(_ node: Int, below root: Int) -> Bool {
    subtree(of: root).contains(position[node])
  }
}
