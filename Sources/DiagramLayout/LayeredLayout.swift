/// Lays out one component in layers (``Layers``). The layers are columns and the links run from left to right: a row of a
/// table is a place at its left and right side, and an edge that comes from the side meets its row without touching
/// other rows.
struct LayeredLayout {
  /// An edge between two nodes of the component, directed from left to right.
  private struct Link {
    let edge: Int
    let tail: Int
    let head: Int
    /// The heights of the ends from the upper sides of their boxes.
    let tailOffset: Int
    let headOffset: Int
    /// Whether the edge leads from right to left.
    let isReversed: Bool
  }

  private let shapes: [NodeShape]
  private let links: [Link]
  /// For each link, its items from left to right: its nodes, and between them an item in each layer that it passes.
  private var chains: [[Int]] = []
  private var items: LayerItems
  /// The left and right side of each layer.
  private var columns: [ClosedRange<Int>] = []

  /// If so many items are passed, further links run directly, behind the boxes.
  private static let mostPassed = 40_000

  static func piece(
    _ component: Component, of graph: DiagramGraph, shapes: [NodeShape], ports: [EdgePorts], options: DiagramOptions
  ) -> Piece {
    LayeredLayout(component, of: graph, shapes: shapes, ports: ports, options: options).piece(component)
  }

  private init(
    _ component: Component, of graph: DiagramGraph, shapes all: [NodeShape], ports: [EdgePorts], options: DiagramOptions
  ) {
    shapes = component.nodes.map { all[$0] }
    let place = Dictionary(component.nodes.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let ends = component.edges.map { edge in
      (from: place[graph.edges[edge].from.node] ?? 0, to: place[graph.edges[edge].to.node] ?? 0)
    }
    let layers = Layers(
      heights: shapes.map { $0.height + options.nodeGap }, links: ends, limit: Self.layerLimit(shapes, options))
    links = zip(component.edges, ends).map { edge, ends in
      let (isReversed, port) = (layers.reverses(from: ends.from, to: ends.to), ports[edge])
      return Link(
        edge: edge, tail: isReversed ? ends.to : ends.from, head: isReversed ? ends.from : ends.to,
        tailOffset: isReversed ? port.to : port.from, headOffset: isReversed ? port.from : port.to,
        isReversed: isReversed)
    }
    items = LayerItems(heights: shapes.map(\.height), layers: layers.ofNode, options: options)
    connect()
    items.arrange()
    for layer in items.layers {
      let width = layer.compactMap { $0 < shapes.count ? shapes[$0].width : nil }.max() ?? 0
      let left = columns.last.map { $0.upperBound + options.layerGap } ?? 0
      columns.append(left...(left + width))
    }
  }

  /// The height above which a layer is divided: what the options say, or more for a component that would be as high as
  /// one and a half pages of its area.
  private static func layerLimit(_ shapes: [NodeShape], _ options: DiagramOptions) -> Int {
    var area = 0.0
    for shape in shapes { area += Double(shape.width + options.layerGap) * Double(shape.height + options.nodeGap) }
    return max(options.layerHeight, Int(1.5 * (area / options.aspectRatio).squareRoot()))
  }

  /// Makes the chains of all links. Links to the same row share the items that they pass.
  private mutating func connect() {
    var passed: [[Int]: Int] = [:]
    for link in links {
      var chain = [link.tail]
      for layer in (items.layerOf[link.tail] + 1)..<items.layerOf[link.head] where passed.count < Self.mostPassed {
        let key = [link.head, link.headOffset, layer, link.isReversed ? link.edge : -1]
        let item = passed[key] ?? items.add(in: layer)
        passed[key] = item
        chain.append(item)
      }
      chain.append(link.head)
      for (item, next) in zip(chain, chain.dropFirst()) {
        items.connect(
          item, item == link.tail ? link.tailOffset : 0, next, next == link.head ? link.headOffset : 0)
      }
      chains.append(chain)
    }
  }

  private func piece(_ component: Component) -> Piece {
    var piece = Piece()
    for (index, node) in component.nodes.enumerated() {
      let box = box(of: index)
      piece.boxes.append((node, box))
      piece.width = max(piece.width, box.right)
      piece.height = max(piece.height, box.bottom)
    }
    for (link, chain) in zip(links, chains) {
      let route = route(link, chain)
      piece.routes.append((link.edge, link.isReversed ? route.reversed : route))
      for item in chain { piece.height = max(piece.height, items.tops[item]) }
    }
    return piece
  }

  private func box(of index: Int) -> DiagramBox {
    DiagramBox(
      x: columns[items.layerOf[index]].lowerBound, y: items.tops[index], width: shapes[index].width,
      height: shapes[index].height)
  }

  /// A line from the right side of the left node to the left side of the right node. It is horizontal where it passes a
  /// layer and curved between two layers, where there are no boxes.
  private func route(_ link: Link, _ chain: [Int]) -> DiagramRoute {
    let box = box(of: link.tail)
    var path = RoutePath(start: DiagramPoint(x: box.right, y: box.y + link.tailOffset))
    for (item, next) in zip(chain, chain.dropFirst()) {
      path.addHorizontal(to: columns[items.layerOf[item]].upperBound)
      let height = items.tops[next] + (next == link.head ? link.headOffset : 0)
      path.addCurve(to: DiagramPoint(x: columns[items.layerOf[next]].lowerBound, y: height))
    }
    return path.route
  }
}
