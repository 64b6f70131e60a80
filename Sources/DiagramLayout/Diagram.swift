/// A laid out diagram: where the boxes are and how the edges run. Coordinates are whole pixels, from 0 to `width` and
/// `height`. Boxes do not overlap.
///
/// Nodes that edges connect are laid out in layers from left to right (``LayeredLayout``). The parts of the graph that no
/// edge connects are then put in rows. Equal inputs give equal diagrams on every machine. Every input has a diagram.
package struct Diagram: Sendable, Hashable {
  /// The box of each node, by its index in the graph.
  package var boxes: [DiagramBox]
  /// The line of each edge, by its index in the graph. `nil` for an edge that names a node which does not exist.
  package var routes: [DiagramRoute?]
  package var width: Int
  package var height: Int

  /// Lays out a graph.
  package init(_ graph: DiagramGraph, options: DiagramOptions = DiagramOptions()) {
    let options = options.clamped
    let shapes = graph.nodes.map(NodeShape.init)
    let ports = EdgePorts.all(of: graph, shapes: shapes)
    let page = Piece.page(
      of: Component.all(of: graph).map { component in
        var piece = LayeredLayout.piece(component, of: graph, shapes: shapes, ports: ports, options: options)
        piece.addLoops(component.loops, of: graph, ports: ports, options: options)
        return piece
      }, options: options)
    boxes = shapes.map { DiagramBox(x: 0, y: 0, width: $0.width, height: $0.height) }
    routes = graph.edges.map { _ in nil }
    for (node, box) in page.boxes { boxes[node] = box.moved(right: options.margin, down: options.margin) }
    for (edge, route) in page.routes { routes[edge] = route.moved(right: options.margin, down: options.margin) }
    width = page.width + 2 * options.margin
    height = page.height + 2 * options.margin
  }
}
