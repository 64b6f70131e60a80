import DiagramLayout
import Testing

/// Inputs at and beyond the limits of the layout. Each has a diagram.
@Suite("Diagram limits") struct DiagramLimitTests {
  private func nodes(_ count: Int) -> [DiagramNode] {
    [DiagramNode](repeating: DiagramNode(width: 100, headerHeight: 20, rowHeights: [20, 20]), count: count)
  }

  private func expectDiagram(_ graph: DiagramGraph) {
    #expect(DiagramProblems(Diagram(graph), of: graph).sentences == [])
  }

  @Test func `an empty graph has an empty page`() {
    let diagram = Diagram(DiagramGraph())
    #expect(diagram.boxes == [])
    #expect(diagram.routes == [])
    #expect([diagram.width, diagram.height] == [32, 32])
  }

  @Test func `an edge to a node that does not exist is not drawn`() {
    let graph = DiagramGraph(
      nodes: nodes(1),
      edges: [
        DiagramEdge(from: .init(0), to: .init(1)), DiagramEdge(from: .init(-1), to: .init(0)),
        DiagramEdge(from: .init(.max), to: .init(.min)),
      ])
    #expect(Diagram(graph).routes == [nil, nil, nil])
    expectDiagram(graph)
  }

  @Test func `an edge to a row that does not exist ends at the header`() {
    let graph = DiagramGraph(
      nodes: nodes(2), edges: [DiagramEdge(from: .init(0, row: 2), to: .init(1, row: -1))])
    let diagram = Diagram(graph)
    #expect(diagram.routes[0]?.start.y == diagram.boxes[0].y + 10)
    #expect(diagram.routes[0]?.end.y == diagram.boxes[1].y + 10)
  }

  @Test(arguments: [Int.min, -5, 0, 100_001, Int.max]) func `any length is read as one in its range`(length: Int) {
    var options = DiagramOptions()
    options.layerGap = length
    options.nodeGap = length
    options.edgeGap = length
    options.partGap = length
    options.margin = length
    options.layerHeight = length
    for ratio in [Double.nan, -.infinity, 0, .infinity] {
      options.aspectRatio = ratio
      let node = DiagramNode(width: length, headerHeight: length, rowHeights: [length, length])
      let graph = DiagramGraph(
        nodes: [DiagramNode](repeating: node, count: 5),
        edges: [
          DiagramEdge(from: .init(0, row: 0), to: .init(1, row: 1)), DiagramEdge(from: .init(1), to: .init(1)),
          DiagramEdge(from: .init(1), to: .init(0)), DiagramEdge(from: .init(2), to: .init(1)),
        ])
      let diagram = Diagram(graph, options: options)
      let size = min(max(length, 0), 100_000)
      #expect(diagram.boxes.allSatisfy { $0.width == size && $0.height == 3 * size })
    }
  }

  @Test func `parallel edges do not cover each other`() {
    let edges = [Bool](repeating: true, count: 4).enumerated().map { index, _ in
      index % 2 == 0
        ? DiagramEdge(from: .init(0, row: 1), to: .init(1)) : DiagramEdge(from: .init(1), to: .init(0, row: 1))
    }
    let graph = DiagramGraph(nodes: nodes(2), edges: edges)
    let diagram = Diagram(graph)
    expectDiagram(graph)
    #expect(Set(diagram.routes.compactMap { $0.map { min($0.start.x, $0.end.x) * 1000 + $0.start.y } }).count == 4)
  }

  @Test func `loops stay at their box`() {
    let graph = DiagramGraph(
      nodes: nodes(2),
      edges: [
        DiagramEdge(from: .init(0), to: .init(0)), DiagramEdge(from: .init(0, row: 0), to: .init(0, row: 0)),
        DiagramEdge(from: .init(0, row: 1), to: .init(0)), DiagramEdge(from: .init(0, row: 1), to: .init(0)),
        DiagramEdge(from: .init(0), to: .init(1)),
      ])
    expectDiagram(graph)
  }

  @Test(arguments: [2, 3, 50]) func `all nodes may be in one cycle`(count: Int) {
    expectDiagram(
      DiagramGraph(
        nodes: nodes(count),
        edges: (0..<count).map { DiagramEdge(from: .init($0, row: 1), to: .init(($0 + 1) % count, row: 0)) }))
  }

  @Test func `every node may refer to every node`() {
    let edges = (0..<24).flatMap { from in
      (0..<24).map { DiagramEdge(from: .init(from, row: 1), to: .init($0, row: 0)) }
    }
    expectDiagram(DiagramGraph(nodes: nodes(24), edges: edges))
  }

  @Test func `a component that is too large for layers is laid out in lanes`() {
    var generator = SeededGenerator(seed: 7)
    let edges = (0..<9000).map { _ in
      DiagramEdge(
        from: .init(generator.number(in: 0...299), row: 1), to: .init(generator.number(in: 0...299), row: 0))
    }
    let graph = DiagramGraph(nodes: nodes(300), edges: edges)
    let diagram = Diagram(graph)
    #expect(DiagramProblems(diagram, of: DiagramGraph(nodes: graph.nodes, edges: edges)).sentences == [])
  }

  @Test func `thousands of boxes and thousands of pairs have a page`() {
    let pairs = (0..<1500).map { DiagramEdge(from: .init(2 * $0), to: .init(2 * $0 + 1)) }
    let diagram = Diagram(DiagramGraph(nodes: nodes(6000), edges: pairs))
    #expect((0.5...4).contains(Double(diagram.width) / Double(diagram.height)), "\(diagram.width) x \(diagram.height)")
  }
}
