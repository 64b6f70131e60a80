import DiagramLayout
import Foundation
import Testing

/// Compares layouts with those of `dot`, the reference for the method of Gansner et al. (1993), on twenty schemas. Both
/// get boxes of the same sizes and the same distances, and both are measured in the same way.
///
///     DOT_COMPARISON=1 swift test --skip-build --disable-xctest --filter DotComparisonTests
@Suite(
  "Dot comparison",
  .enabled(
    if: ProcessInfo.processInfo.environment["DOT_COMPARISON"] == "1",
    "NOT COMPARED with dot: set DOT_COMPARISON=1 and install Graphviz (Debian: apt install graphviz)"))
struct DotComparisonTests {
  @Test func `crossings and area are at most 1.3 times those of dot`() throws {
    var options = DiagramOptions()
    options.margin = 0
    var crossings = (own: 0, dot: 0)
    var area = (own: 0.0, dot: 0.0)
    for seed in 1...20 {
      let graph = GraphSamples.schema(seed: seed, tables: 5 + 3 * seed)
      let diagram = Diagram(graph, options: options)
      let dot = try DotLayout(graph, options: options)
      let own = StraightLine.crossings(StraightLine.all(of: diagram, graph))
      let others = StraightLine.crossings(dot.lines)
      let areas = (own: Double(diagram.width * diagram.height), dot: dot.width * dot.height)
      print(
        "\(5 + 3 * seed) tables: \(own) crossings, dot \(others); \(diagram.width) x \(diagram.height),",
        "dot \(Int(dot.width)) x \(Int(dot.height))")
      crossings = (crossings.own + own, crossings.dot + others)
      area = (area.own + areas.own, area.dot + areas.dot)
    }
    print("crossings \(Double(crossings.own) / Double(crossings.dot)), area \(area.own / area.dot) of dot's")
    #expect(Double(crossings.own) <= 1.3 * Double(crossings.dot))
    #expect(area.own <= 1.3 * area.dot)
  }
}
