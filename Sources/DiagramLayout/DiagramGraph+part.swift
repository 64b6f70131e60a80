extension DiagramGraph {
  /// A part of a graph as a graph of its own, and what its indices mean in the whole graph.
  package struct Part: Sendable, Hashable {
    package var graph: DiagramGraph
    /// For each edge of the part, its index in the whole graph, ascending.
    package var edges: [Int]
  }

  /// Some nodes, and the edges between them.
  ///
  /// - Parameter members: indices of nodes. The part has the nodes in this order.
  package func part(of members: [Int]) -> Part {
    var place = [Int?](repeating: nil, count: nodes.count)
    for (index, member) in members.enumerated() { place[member] = index }
    var part = Part(graph: DiagramGraph(nodes: members.map { nodes[$0] }), edges: [])
    for (index, edge) in edges.enumerated() where connects(edge) {
      guard let from = place[edge.from.node], let to = place[edge.to.node] else { continue }
      part.graph.edges.append(
        DiagramEdge(from: .init(from, row: edge.from.row), to: .init(to, row: edge.to.row)))
      part.edges.append(index)
    }
    return part
  }
}
