import DiagramLayout

/// What a diagram must not have, as sentences: a property test expects none.
struct DiagramProblems {
  private let graph: DiagramGraph
  private let diagram: Diagram
  private(set) var sentences: [String] = []

  init(_ diagram: Diagram, of graph: DiagramGraph) {
    self.graph = graph
    self.diagram = diagram
    guard diagram.boxes.count == graph.nodes.count, diagram.routes.count == graph.edges.count else {
      sentences.append("\(diagram.boxes.count) boxes and \(diagram.routes.count) routes")
      return
    }
    checkBoxes()
    for (index, edge) in graph.edges.enumerated() { check(diagram.routes[index], of: edge, index) }
  }

  private mutating func checkBoxes() {
    for (index, box) in diagram.boxes.enumerated() {
      let node = graph.nodes[index]
      if box.width != node.width || box.height != node.rowHeights.reduce(node.headerHeight, +) {
        sentences.append("box \(index) has another size than its node")
      }
      if box.x < 0 || box.y < 0 || box.right > diagram.width || box.bottom > diagram.height {
        sentences.append("box \(index) is not on the page")
      }
      for other in diagram.boxes.indices.dropFirst(index + 1) where overlap(box, diagram.boxes[other]) {
        sentences.append("boxes \(index) and \(other) overlap")
      }
    }
  }

  private func overlap(_ first: DiagramBox, _ second: DiagramBox) -> Bool {
    // Boxes without an area cover nothing, but must not lie in another box either.
    first.x < second.right && second.x < first.right && first.y < second.bottom && second.y < first.bottom
  }

  private mutating func check(_ route: DiagramRoute?, of edge: DiagramEdge, _ index: Int) {
    let isDrawn = graph.nodes.indices.contains(edge.from.node) && graph.nodes.indices.contains(edge.to.node)
    guard let route else {
      if isDrawn { sentences.append("edge \(index) has no route") }
      return
    }
    guard isDrawn else {
      sentences.append("edge \(index) has a route, but not two nodes")
      return
    }
    if !isPlace(route.start, of: edge.from) { sentences.append("edge \(index) starts elsewhere") }
    if !isPlace(route.end, of: edge.to) { sentences.append("edge \(index) ends elsewhere") }
    let points = RoutePoints.all(of: route)
    for (x, y) in points where x < 0 || y < 0 || x > Double(diagram.width) || y > Double(diagram.height) {
      sentences.append("edge \(index) leaves the page")
      return
    }
    for (number, box) in diagram.boxes.enumerated() where points.contains(where: { contains(box, $0.x, $0.y) }) {
      sentences.append("edge \(index) passes box \(number)")
    }
  }

  /// Whether a point is within a box and not on its border.
  private func contains(_ box: DiagramBox, _ x: Double, _ y: Double) -> Bool {
    let tolerance = 0.001
    return x > Double(box.x) + tolerance && x < Double(box.right) - tolerance && y > Double(box.y) + tolerance
      && y < Double(box.bottom) - tolerance
  }

  /// Whether a point is at the left or right side of a node's box, at the height of its row or header.
  private func isPlace(_ point: DiagramPoint, of end: DiagramEdge.End) -> Bool {
    let box = diagram.boxes[end.node]
    let node = graph.nodes[end.node]
    var top = box.y
    var height = node.headerHeight
    if let row = end.row, node.rowHeights.indices.contains(row) {
      top += node.headerHeight + node.rowHeights[..<row].reduce(0, +)
      height = node.rowHeights[row]
    }
    return (point.x == box.x || point.x == box.right) && (top...(top + height)).contains(point.y)
  }
}
