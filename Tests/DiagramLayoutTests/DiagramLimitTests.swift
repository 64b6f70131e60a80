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
    let edge = DiagramEdge(from: .init(0, row: 1), to: .init(1))
    let edges = [edge, DiagramEdge(from: edge.to, to: edge.from), edge, DiagramEdge(from: edge.to, to: edge.from)]
    let graph = DiagramGraph(nodes: nodes(2), edges: edges)
    let diagram = Diagram(graph)
    expectDiagram(graph)
    let heights = diagram.routes.compactMap { route in
      route.map { $0.start.x < $0.end.x ? $0.start.y : $0.end.y }
    }
    #expect(Set(heights).count == 4)
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

  @Test func `of very many long edges, some run behind boxes`() {
    // A path of 400 tables, each of which also refers to all that are further than ten.
    let count = 400
    let edges = (0..<count).flatMap { from in
      ([from + 1] + stride(from: from + 10, to: count, by: 3)).filter { $0 < count }.map {
        DiagramEdge(from: .init(from, row: 1), to: .init($0, row: 0))
      }
    }
    let diagram = Diagram(DiagramGraph(nodes: nodes(count), edges: edges))
    #expect(!diagram.routes.contains(nil))
    #expect(Set(diagram.boxes.map(\.x)).count == count)
  }

  @Test func `hundreds of boxes and hundreds of pairs have a page`() {
    let pairs = (0..<250).map { DiagramEdge(from: .init(2 * $0), to: .init(2 * $0 + 1)) }
    let diagram = Diagram(DiagramGraph(nodes: nodes(1000), edges: pairs))
    #expect((0.5...4).contains(Double(diagram.width) / Double(diagram.height)), "\(diagram.width) x \(diagram.height)")
  }
}
