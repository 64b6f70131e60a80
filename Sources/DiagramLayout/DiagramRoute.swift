/// The line that draws an edge, from its `from` end to its `to` end. Both ends are on the left or right side of their
/// boxes, at the height of their rows. Between them, the line passes no box, except in a
/// component with very many long edges. Edges to the same row may join on their way to it.
package struct DiagramRoute: Sendable, Hashable {
  /// A part of the line, which starts where the one before it ends.
  package enum Segment: Sendable, Hashable {
    case line(to: DiagramPoint)
    /// A cubic Bézier curve.
    case curve(control1: DiagramPoint, control2: DiagramPoint, to: DiagramPoint)

    /// The point where the segment ends.
    package var end: DiagramPoint {
      switch self {
      case .line(let end), .curve(_, _, let end): end
      }
    }
  }

  package var start: DiagramPoint
  package var segments: [Segment]

  /// The point where the line ends.
  package var end: DiagramPoint { segments.last?.end ?? start }

  /// The line as the value of the attribute `d` of an SVG `path` element.
  package var pathData: String {
    var data = "M\(start.x) \(start.y)"
    for segment in segments {
      switch segment {
      case .line(let end):
        data += "L\(end.x) \(end.y)"
      case .curve(let control1, let control2, let end):
        data += "C\(control1.x) \(control1.y) \(control2.x) \(control2.y) \(end.x) \(end.y)"
      }
    }
    return data
  }

  /// The same line from its end to its start.
  var reversed: DiagramRoute {
    var route = DiagramRoute(start: end, segments: [])
    for index in segments.indices.reversed() {
      let target = index > 0 ? segments[index - 1].end : start
      switch segments[index] {
      case .line: route.segments.append(.line(to: target))
      case .curve(let control1, let control2, _):
        route.segments.append(.curve(control1: control2, control2: control1, to: target))
      }
    }
    return route
  }

  func moved(right: Int, down: Int) -> DiagramRoute {
    DiagramRoute(
      start: start.moved(right: right, down: down),
      segments: segments.map { segment in
        switch segment {
        case .line(let end): .line(to: end.moved(right: right, down: down))
        case .curve(let control1, let control2, let end):
          .curve(
            control1: control1.moved(right: right, down: down), control2: control2.moved(right: right, down: down),
            to: end.moved(right: right, down: down))
        }
      })
  }
}
