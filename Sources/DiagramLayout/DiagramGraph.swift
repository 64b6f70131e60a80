/// What a diagram shows: boxes and the edges between them. Several edges between two nodes, edges from a node to itself
/// and cycles are allowed. An edge that names a node which does not exist is not drawn.
package struct DiagramGraph: Sendable, Hashable {
  package var nodes: [DiagramNode]
  package var edges: [DiagramEdge]

  /// Collects boxes and edges. The order of both decides between layouts that are equally good.
  package init(nodes: [DiagramNode] = [], edges: [DiagramEdge] = []) {
    self.nodes = nodes
    self.edges = edges
  }

  /// Whether both ends of an edge are nodes of this graph.
  func connects(_ edge: DiagramEdge) -> Bool {
    nodes.indices.contains(edge.from.node) && nodes.indices.contains(edge.to.node)
  }
}
