import DiagramLayout
import Testing

/// A diagram with many crossings is hard to read. The layout looks for an order with few, and must not lose this in a change.
@Suite("Crossings of a diagram")
struct DiagramCrossingTests {
  /// Ten schemas of 8 to 44 tables have 168 crossings.
  @Test("ten diagrams have few crossings")
  func crossings() {
    let count = (0..<10).reduce(0) { count, seed in
      count + Crossings.count(in: Diagram(GraphSamples.schema(seed: seed, tables: 8 + 4 * seed)))
    }
    #expect(count <= 168)
  }

  @Test("a tree has none")
  func tree() {
    let node = DiagramNode(width: 160, headerHeight: 30, rowHeights: [22, 22, 22])
    let graph = DiagramGraph(
      nodes: [DiagramNode](repeating: node, count: 15),
      edges: (1..<15).map { DiagramEdge(from: .init($0, row: 1), to: .init(($0 - 1) / 2, row: 0)) })
    #expect(Crossings.count(in: Diagram(graph)) == 0)
  }
}

/// Counts the pairs of routes that cross.
private enum Crossings {
  private typealias Point = (x: Double, y: Double)

  static func count(in diagram: Diagram) -> Int {
    let routes = diagram.routes.compactMap { $0.map(RoutePoints.all) }
    var count = 0
    for (index, route) in routes.enumerated() {
      for other in routes[(index + 1)...] where cross(route, other) { count += 1 }
    }
    return count
  }

  private static func cross(_ one: [Point], _ other: [Point]) -> Bool {
    let ends = other.map(\.x)
    guard let left = ends.min(), let right = ends.max() else { return false }
    return zip(one, one.dropFirst()).contains { first in
      // Most lines are on one side of the other route.
      guard max(first.0.x, first.1.x) > left, min(first.0.x, first.1.x) < right else { return false }
      return zip(other, other.dropFirst()).contains { second in cross(first, second) }
    }
  }

  /// Whether two lines cross within both; a common end does not count.
  private static func cross(_ one: (Point, Point), _ other: (Point, Point)) -> Bool {
    guard max(one.0.x, one.1.x) > min(other.0.x, other.1.x), max(other.0.x, other.1.x) > min(one.0.x, one.1.x) else {
      return false
    }
    return side(one, other.0) * side(one, other.1) < 0 && side(other, one.0) * side(other, one.1) < 0
  }

  /// On which side of a line a point is; 0 on the line.
  private static func side(_ line: (Point, Point), _ point: Point) -> Double {
    (line.1.x - line.0.x) * (point.y - line.0.y) - (line.1.y - line.0.y) * (point.x - line.0.x)
  }
}
