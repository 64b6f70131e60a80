import DiagramLayout
import Testing

/// Properties of the diagrams of pseudo-random graphs.
@Suite("Diagram") struct DiagramTests {
  @Test(arguments: 1...60) func `a graph without structure has a diagram without problems`(seed: Int) {
    let graph = GraphSamples.random(seed: seed)
    #expect(DiagramProblems(Diagram(graph), of: graph).sentences == [])
  }

  @Test(arguments: [5, 12, 20, 35, 60, 100]) func `a schema has a diagram without problems`(tables: Int) {
    for seed in 1...4 {
      let graph = GraphSamples.schema(seed: seed, tables: tables)
      #expect(DiagramProblems(Diagram(graph), of: graph).sentences == [])
    }
  }

  @Test(arguments: 1...10) func `without distances, boxes still do not overlap`(seed: Int) {
    var options = DiagramOptions()
    (options.layerGap, options.nodeGap, options.edgeGap, options.partGap, options.margin) = (0, 0, 0, 0, 0)
    let graph = GraphSamples.random(seed: seed)
    #expect(DiagramProblems(Diagram(graph, options: options), of: graph).sentences == [])
  }

  @Test(arguments: 1...10) func `the same graph has the same diagram`(seed: Int) {
    #expect(Diagram(GraphSamples.random(seed: seed)) == Diagram(GraphSamples.random(seed: seed)))
    let schema = GraphSamples.schema(seed: seed, tables: 30)
    #expect(Diagram(schema) == Diagram(schema))
  }

  @Test(arguments: 1...5) func `the page of a hundred tables has a shape that can be read`(seed: Int) {
    let diagram = Diagram(GraphSamples.schema(seed: seed, tables: 100))
    let ratio = Double(diagram.width) / Double(diagram.height)
    #expect((0.5...4).contains(ratio), "\(diagram.width) x \(diagram.height)")
    // In one column, they would be 20,000 pixels high.
    #expect(diagram.height <= 4500)
  }

  @Test(arguments: [20, 100, 200]) func `a table with many references does not make a page of one column`(count: Int) {
    let graph = GraphSamples.star(count)
    let diagram = Diagram(graph)
    #expect(DiagramProblems(diagram, of: graph).sentences == [])
    #expect(diagram.height <= max(1800, diagram.width * 3 / 2), "\(diagram.width) x \(diagram.height)")
  }

  @Test func `tables without references are in a grid`() {
    let node = DiagramNode(width: 150, headerHeight: 30, rowHeights: [20, 20, 20])
    let graph = DiagramGraph(nodes: [DiagramNode](repeating: node, count: 60))
    let diagram = Diagram(graph)
    #expect(Set(diagram.boxes.map(\.x)).count >= 6)
    #expect(Set(diagram.boxes.map(\.y)).count >= 6)
    #expect((1.0...2.5).contains(Double(diagram.width) / Double(diagram.height)))
  }

  @Test(arguments: [(0.5, 0.2...1.0), (3.0, 2.0...4.5)])
  func `the options decide the shape of the page`(ratio: Double, range: ClosedRange<Double>) {
    var options = DiagramOptions()
    options.aspectRatio = ratio
    let node = DiagramNode(width: 150, headerHeight: 30, rowHeights: [20, 20, 20])
    let pairs = DiagramGraph(
      nodes: [DiagramNode](repeating: node, count: 60),
      edges: (0..<30).map { DiagramEdge(from: .init(2 * $0), to: .init(2 * $0 + 1)) })
    let diagram = Diagram(pairs, options: options)
    #expect(range.contains(Double(diagram.width) / Double(diagram.height)), "\(diagram.width) x \(diagram.height)")
  }
}
