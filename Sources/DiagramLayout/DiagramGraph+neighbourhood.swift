extension DiagramGraph {
  /// A part of a graph as a graph of its own, and what its indices mean in the whole graph.
  package struct Part: Sendable, Hashable {
    package var graph: DiagramGraph
    /// For each node of the part, its index in the whole graph, ascending.
    package var nodes: [Int]
    /// For each edge of the part, its index in the whole graph, ascending.
    package var edges: [Int]
  }

  /// The nodes that can be reached from a node over at most `degree` edges, in either direction, and all edges between
  /// them. The part is empty if the graph has no such node. A degree below 0 is read as 0, which gives the node alone.
  package func neighbourhood(of node: Int, degree: Int) -> Part {
    guard nodes.indices.contains(node) else { return Part(graph: DiagramGraph(), nodes: [], edges: []) }
    var neighbours = [[Int]](repeating: [], count: nodes.count)
    for edge in edges where connects(edge) {
      neighbours[edge.from.node].append(edge.to.node)
      neighbours[edge.to.node].append(edge.from.node)
    }
    var isReached = [Bool](repeating: false, count: nodes.count)
    isReached[node] = true
    var frontier = [node]
    var step = 0
    while step < degree, !frontier.isEmpty {
      var next: [Int] = []
      for reached in frontier {
        for neighbour in neighbours[reached] where !isReached[neighbour] {
          isReached[neighbour] = true
          next.append(neighbour)
        }
      }
      frontier = next
      step += 1
    }
    return part(of: nodes.indices.filter { isReached[$0] })
  }

  /// Some nodes, by ascending index, and the edges between them.
  private func part(of members: [Int]) -> Part {
    var place = [Int?](repeating: nil, count: nodes.count)
    for (index, member) in members.enumerated() { place[member] = index }
    var part = Part(graph: DiagramGraph(nodes: members.map { nodes[$0] }), nodes: members, edges: [])
    for (index, edge) in edges.enumerated() where connects(edge) {
      guard let from = place[edge.from.node], let to = place[edge.to.node] else { continue }
      part.graph.edges.append(
        DiagramEdge(from: .init(from, row: edge.from.row), to: .init(to, row: edge.to.row)))
      part.edges.append(index)
    }
    return part
  }
}
