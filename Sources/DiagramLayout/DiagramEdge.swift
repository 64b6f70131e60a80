/// A connection between two boxes, or between two places of one box: a foreign key or a relationship.
package struct DiagramEdge: Sendable, Hashable {
  /// One of the two ends of an edge.
  package struct End: Sendable, Hashable {
    /// The index of the node in `DiagramGraph.nodes`.
    package var node: Int
    /// The index of the row in `DiagramNode.rowHeights`. `nil`, and an index that the node does not have, mean the
    /// header.
    package var row: Int?

    /// Names a row of a node, or its header.
    package init(_ node: Int, row: Int? = nil) {
      self.node = node
      self.row = row
    }
  }

  package var from: End
  package var to: End

  /// Connects two ends. The layout places `from` to the left of `to`, except for some edges of a cycle.
  package init(from: End, to: End) {
    self.from = from
    self.to = to
  }
}
