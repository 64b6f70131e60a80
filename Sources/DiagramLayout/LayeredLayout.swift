/// Lays out one component in layers, by the method of Sugiyama, Tagawa and Toda (1981). The layers are columns and the
/// links run from left to right: a row of a table is a place at its left and right side, and an edge that comes from
/// the side meets its row without touching other rows.
struct LayeredLayout {
  private let graph: LayeredGraph
  private let tops: [Int]
  /// The left and right side of each layer.
  private let columns: [ClosedRange<Int>]
  private let shapes: [NodeShape]
  private let options: DiagramOptions

  /// The numbers of nodes, edges and dummies up to which a component is laid out in layers.
  private static let limits = (nodes: 2500, edges: 8000, dummies: 40_000)

  /// Lays out a component, or returns `nil` if it has too many nodes or edges for that.
  static func piece(
    _ component: Component, of graph: DiagramGraph, shapes: [NodeShape], ports: [EdgePorts], options: DiagramOptions
  ) -> Piece? {
    guard component.nodes.count <= limits.nodes, component.edges.count <= limits.edges else { return nil }
    let links = Link.all(of: component, in: graph, ports: ports)
    let ownShapes = component.nodes.map { shapes[$0] }
    let layers = LayerAssignment(
      heights: ownShapes.map { $0.height + options.nodeGap }, links: links,
      limit: layerLimit(ownShapes, options)
    ).layers
    let dummyCount = Trunk.all(of: links, nodeLayers: layers).reduce(0) { $0 + $1.layers.count }
    guard dummyCount <= limits.dummies else { return nil }
    let layout = LayeredLayout(shapes: ownShapes, layers: layers, links: links, options: options)
    return layout.piece(component, links: links, ports: ports)
  }

  /// The height above which a layer is split: what the options say, or more for a component that would be as high as
  /// one and a half pages of its area.
  private static func layerLimit(_ shapes: [NodeShape], _ options: DiagramOptions) -> Int {
    var area = 0.0
    for shape in shapes { area += Double(shape.width + options.layerGap) * Double(shape.height + options.nodeGap) }
    return max(options.layerHeight, Int(1.5 * (area / options.aspectRatio).squareRoot()))
  }

  private init(shapes: [NodeShape], layers: [Int], links: [Link], options: DiagramOptions) {
    var graph = LayeredGraph(heights: shapes.map(\.height), nodeLayers: layers, links: links)
    CrossingReduction.reduce(&graph)
    tops = VerticalPlacement(graph, nodeGap: options.nodeGap, edgeGap: options.edgeGap).tops
    var columns: [ClosedRange<Int>] = []
    for layer in graph.layers {
      let width = layer.filter { !graph.isDummy($0) }.map { shapes[$0].width }.max() ?? 0
      let left = columns.last.map { $0.upperBound + options.layerGap } ?? 0
      columns.append(left...(left + width))
    }
    self.columns = columns
    self.graph = graph
    self.shapes = shapes
    self.options = options
  }

  private func piece(_ component: Component, links: [Link], ports: [EdgePorts]) -> Piece {
    var piece = Piece()
    for (index, node) in component.nodes.enumerated() {
      let box = box(of: index)
      piece.boxes.append((node, box))
      piece.width = max(piece.width, box.right)
      piece.height = max(piece.height, box.bottom)
    }
    for (link, chain) in zip(links, graph.chains) {
      let route = route(link, chain)
      piece.routes.append((link.edge, link.isReversed ? route.reversed : route))
      for item in chain { piece.height = max(piece.height, tops[item]) }
    }
    return piece
  }

  private func box(of index: Int) -> DiagramBox {
    DiagramBox(
      x: columns[graph.layerOf[index]].lowerBound, y: tops[index], width: shapes[index].width,
      height: shapes[index].height)
  }

  /// A line from the right side of the left node to the left side of the right node. It is horizontal where it passes a
  /// layer and curved between two layers, where there are no boxes.
  private func route(_ link: Link, _ chain: [Int]) -> DiagramRoute {
    let box = box(of: link.tail)
    var path = RoutePath(start: DiagramPoint(x: box.right, y: box.y + link.tailOffset))
    for (item, next) in zip(chain, chain.dropFirst()) {
      path.addHorizontal(to: columns[graph.layerOf[item]].upperBound)
      let height = tops[next] + (next == link.head ? link.headOffset : 0)
      path.addCurve(to: DiagramPoint(x: columns[graph.layerOf[next]].lowerBound, y: height))
    }
    return path.route
  }
}
