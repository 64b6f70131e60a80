import DiagramLayout

/// A straight line between the two ends of an edge, by which layouts of different programs can be compared.
struct StraightLine {
  let nodes: (Int, Int)
  let start: (x: Double, y: Double)
  let end: (x: Double, y: Double)

  /// The lines of the edges between different nodes.
  static func all(of diagram: Diagram, _ graph: DiagramGraph) -> [StraightLine] {
    zip(graph.edges, diagram.routes).compactMap { edge, route in
      guard let route, edge.from.node != edge.to.node else { return nil }
      return StraightLine(
        nodes: (edge.from.node, edge.to.node), start: (Double(route.start.x), Double(route.start.y)),
        end: (Double(route.end.x), Double(route.end.y)))
    }
  }

  /// The number of pairs of lines that cross. Lines with a node in common do not count, because they meet there.
  static func crossings(_ lines: [StraightLine]) -> Int {
    var count = 0
    for (index, first) in lines.enumerated() {
      for second in lines.dropFirst(index + 1) where first.crosses(second) { count += 1 }
    }
    return count
  }

  private func crosses(_ other: StraightLine) -> Bool {
    guard nodes.0 != other.nodes.0, nodes.0 != other.nodes.1, nodes.1 != other.nodes.0, nodes.1 != other.nodes.1 else {
      return false
    }
    return side(of: other.start) * side(of: other.end) < 0 && other.side(of: start) * other.side(of: end) < 0
  }

  /// Positive on one side of the line, negative on the other.
  private func side(of point: (x: Double, y: Double)) -> Double {
    (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
  }
}
