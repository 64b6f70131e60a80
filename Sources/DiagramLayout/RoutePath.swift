/// Builds a route from horizontal lines and curves that begin and end horizontally.
struct RoutePath {
  private(set) var route: DiagramRoute

  init(start: DiagramPoint) {
    route = DiagramRoute(start: start, segments: [])
  }

  mutating func addHorizontal(to x: Int) {
    add(DiagramPoint(x: x, y: route.end.y))
  }

  /// Adds a straight line, which continues the one before it if both are horizontal.
  mutating func add(_ point: DiagramPoint) {
    let start = route.end
    guard point != start else { return }
    if case .line = route.segments.last, start.y == point.y {
      let before = route.segments.dropLast().last?.end ?? route.start
      if before.y == point.y { route.segments.removeLast() }
    }
    route.segments.append(.line(to: point))
  }

  mutating func addCurve(to point: DiagramPoint) {
    let start = route.end
    guard start.y != point.y else { return addHorizontal(to: point.x) }
    let middle = (start.x + point.x) / 2
    route.segments.append(
      .curve(control1: DiagramPoint(x: middle, y: start.y), control2: DiagramPoint(x: middle, y: point.y), to: point))
  }
}
