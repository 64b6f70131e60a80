/// The heights at which an edge leaves its boxes, from the upper side of each.
struct EdgePorts {
  var from = 0
  var to = 0

  /// The ports of all edges of a graph, by the index of the edge. An edge ends in the middle of its row. Edges that
  /// connect the same two rows would cover each other: their ends are distributed over the height of the rows.
  static func all(of graph: DiagramGraph, shapes: [NodeShape]) -> [EdgePorts] {
    struct Pair: Comparable {
      let values: [Int]
      static func < (left: Pair, right: Pair) -> Bool { left.values.lexicographicallyPrecedes(right.values) }
    }
    var pairs: [(pair: Pair, edge: Int)] = []
    for (index, edge) in graph.edges.enumerated() where graph.connects(edge) {
      let from = [edge.from.node, shapes[edge.from.node].row(edge.from.row) ?? -1]
      let to = [edge.to.node, shapes[edge.to.node].row(edge.to.row) ?? -1]
      let isAscending = from.lexicographicallyPrecedes(to)
      pairs.append((Pair(values: isAscending ? from + to : to + from), index))
    }
    pairs.sort { $0.pair == $1.pair ? $0.edge < $1.edge : $0.pair < $1.pair }
    var ports = [EdgePorts](repeating: EdgePorts(), count: graph.edges.count)
    var first = 0
    while first < pairs.count {
      var end = first + 1
      while end < pairs.count, pairs[end].pair == pairs[first].pair { end += 1 }
      for (number, entry) in pairs[first..<end].enumerated() {
        let edge = graph.edges[entry.edge]
        let isLoop = edge.from.node == edge.to.node && pairs[first].pair.values[1] == pairs[first].pair.values[3]
        // A loop at one row has both of its ends there.
        let parts = isLoop ? 2 * (end - first) + 2 : end - first + 1
        ports[entry.edge] = EdgePorts(
          from: shapes[edge.from.node].offset(row: edge.from.row, part: number + 1, of: parts),
          to: shapes[edge.to.node].offset(row: edge.to.row, part: isLoop ? parts - number - 1 : number + 1, of: parts))
      }
      first = end
    }
    return ports
  }
}
