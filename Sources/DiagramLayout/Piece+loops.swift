extension Piece {
  /// Adds the edges from a node to itself, as arcs at the right side of its box. They stay within half a `layerGap` of
  /// it, where there is no other box.
  ///
  /// - Parameter loops: indices of edges.
  mutating func addLoops(_ loops: [Int], of graph: DiagramGraph, ports: [EdgePorts], options: DiagramOptions) {
    guard !loops.isEmpty else { return }
    var place: [Int: Int] = [:]
    for (index, entry) in boxes.enumerated() { place[entry.node] = index }
    var counts: [Int: Int] = [:]
    for edge in loops {
      let node = graph.edges[edge].from.node
      guard let index = place[node] else { continue }
      let box = boxes[index].box
      let number = counts[node, default: 0]
      counts[node] = number + 1
      let reach = min(options.layerGap / 2, 20 + 6 * number)
      let from = DiagramPoint(x: box.right, y: box.y + ports[edge].from)
      let to = DiagramPoint(x: box.right, y: box.y + ports[edge].to)
      let curve = DiagramRoute.Segment.curve(
        control1: from.moved(right: reach, down: 0), control2: to.moved(right: reach, down: 0), to: to)
      routes.append((edge, DiagramRoute(start: from, segments: [curve])))
      width = max(width, box.right + reach)
    }
  }
}
