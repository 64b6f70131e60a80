import DiagramLayout

/// Points on a route that are close to each other.
enum RoutePoints {
  static func all(of route: DiagramRoute) -> [(x: Double, y: Double)] {
    var points: [(x: Double, y: Double)] = [(Double(route.start.x), Double(route.start.y))]
    for segment in route.segments {
      guard let start = points.last else { continue }
      let (first, second, end) = controls(segment, start)
      for step in 1...16 {
        let part = Double(step) / 16
        let rest = 1 - part
        let weights = (rest * rest * rest, 3 * rest * rest * part, 3 * rest * part * part, part * part * part)
        points.append(
          (
            weights.0 * start.x + weights.1 * first.x + weights.2 * second.x + weights.3 * end.x,
            weights.0 * start.y + weights.1 * first.y + weights.2 * second.y + weights.3 * end.y
          ))
      }
    }
    return points
  }

  private typealias Place = (x: Double, y: Double)

  /// A line is a curve whose control points are at its ends.
  private static func controls(_ segment: DiagramRoute.Segment, _ start: Place) -> (Place, Place, Place) {
    func place(_ point: DiagramPoint) -> Place { (Double(point.x), Double(point.y)) }
    switch segment {
    case .line(let end): return (start, place(end), place(end))
    case .curve(let first, let second, let end): return (place(first), place(second), place(end))
    }
  }
}
