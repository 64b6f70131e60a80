/// Lays out a component that is too large for layers: its boxes in a grid, and each edge in the lanes between the
/// columns and below the rows of the grid. It takes time in proportion to the numbers of boxes and edges. The lanes are
/// shared, so the edges cover each other, but they pass no box.
struct LaneGrid {
  private let options: DiagramOptions
  private let columnCount: Int
  /// The left side of each column, and the right side of its widest box.
  private var columns: [ClosedRange<Int>] = []
  /// The upper side of each row, and the lower side of its highest box.
  private var rows: [ClosedRange<Int>] = []

  static func piece(
    _ component: Component, of graph: DiagramGraph, shapes: [NodeShape], ports: [EdgePorts], options: DiagramOptions
  ) -> Piece {
    let grid = LaneGrid(component.nodes.map { shapes[$0] }, options)
    var piece = Piece()
    var place: [Int: Int] = [:]
    for (index, node) in component.nodes.enumerated() {
      place[node] = index
      let shape = shapes[node]
      piece.boxes.append(
        (
          node,
          DiagramBox(
            x: grid.column(index).lowerBound, y: grid.row(index).lowerBound, width: shape.width, height: shape.height)
        ))
    }
    piece.width = (grid.columns.last?.upperBound ?? 0) + options.layerGap
    piece.height = (grid.rows.last?.upperBound ?? 0) + options.nodeGap
    for edge in component.edges {
      let ends = graph.edges[edge]
      guard let from = place[ends.from.node], let to = place[ends.to.node] else { continue }
      let start = piece.boxes[from].box
      let end = piece.boxes[to].box
      let route = grid.route(
        edge, from: (from, DiagramPoint(x: start.right, y: start.y + ports[edge].from)),
        to: (to, DiagramPoint(x: end.right, y: end.y + ports[edge].to)))
      piece.routes.append((edge, route))
    }
    return piece
  }

  private init(_ shapes: [NodeShape], _ options: DiagramOptions) {
    self.options = options
    var width = 0
    var height = 0
    for shape in shapes {
      width += shape.width + options.layerGap
      height += shape.height + options.nodeGap
    }
    let ideal = (options.aspectRatio * Double(shapes.count) * Double(height + 1) / Double(width + 1)).squareRoot()
    columnCount = Int(ideal.rounded().clamped(to: 1...Double(max(shapes.count, 1))))
    var widths = [Int](repeating: 0, count: min(columnCount, shapes.count))
    var heights = [Int](repeating: 0, count: (shapes.count + columnCount - 1) / columnCount)
    for (index, shape) in shapes.enumerated() {
      widths[index % columnCount] = max(widths[index % columnCount], shape.width)
      heights[index / columnCount] = max(heights[index / columnCount], shape.height)
    }
    columns = Self.ranges(widths, gap: options.layerGap)
    rows = Self.ranges(heights, gap: options.nodeGap)
  }

  private static func ranges(_ lengths: [Int], gap: Int) -> [ClosedRange<Int>] {
    var start = 0
    return lengths.map { length in
      defer { start += length + gap }
      return start...(start + length)
    }
  }

  private func column(_ index: Int) -> ClosedRange<Int> { columns[index % columnCount] }

  private func row(_ index: Int) -> ClosedRange<Int> { rows[index / columnCount] }

  /// From the right side of a box to the lane beside its column, below its row to the lane beside the other column, and
  /// to the right side of the other box.
  private func route(
    _ edge: Int, from: (index: Int, end: DiagramPoint), to: (index: Int, end: DiagramPoint)
  ) -> DiagramRoute {
    let firstLane = column(from.index).upperBound + lane(edge, options.layerGap)
    let secondLane = column(to.index).upperBound + lane(edge, options.layerGap)
    var path = RoutePath(start: from.end)
    path.addHorizontal(to: firstLane)
    if firstLane != secondLane {
      let height = row(from.index).upperBound + lane(edge, options.nodeGap)
      path.add(DiagramPoint(x: firstLane, y: height))
      path.addHorizontal(to: secondLane)
    }
    path.add(DiagramPoint(x: secondLane, y: to.end.y))
    path.addHorizontal(to: to.end.x)
    return path.route
  }

  /// The place of an edge in a lane. Edges that follow each other are distributed over its middle.
  private func lane(_ edge: Int, _ gap: Int) -> Int {
    gap / 4 + edge % 8 * gap / 16
  }
}
