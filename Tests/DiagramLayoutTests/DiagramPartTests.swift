import DiagramLayout
import Testing

@Suite("Diagram part") struct DiagramPartTests {
  /// 0 → 1 → 2 → 3, 4 → 1 and 2 → 2. Node 5 has no edges, and the last edge no end.
  private let graph = DiagramGraph(
    nodes: (0..<6).map { DiagramNode(width: 100 + $0, headerHeight: 20, rowHeights: [20]) },
    edges: [
      DiagramEdge(from: .init(0, row: 0), to: .init(1)), DiagramEdge(from: .init(1), to: .init(2, row: 0)),
      DiagramEdge(from: .init(2), to: .init(3)), DiagramEdge(from: .init(4), to: .init(1)),
      DiagramEdge(from: .init(2), to: .init(2, row: 0)), DiagramEdge(from: .init(0), to: .init(9)),
    ])

  @Test func `one node keeps its loops`() {
    let part = graph.part(of: [2])
    #expect(part.edges == [4])
    #expect(part.graph.nodes == [graph.nodes[2]])
    #expect(part.graph.edges == [DiagramEdge(from: .init(0), to: .init(0, row: 0))])
  }

  @Test func `several nodes keep the edges between them`() {
    let part = graph.part(of: [1, 2, 3])
    #expect(part.edges == [1, 2, 4])
    #expect(part.graph.edges[0] == DiagramEdge(from: .init(0), to: .init(1, row: 0)))
    #expect(graph.part(of: [3, 2]).graph.edges.last == DiagramEdge(from: .init(1), to: .init(1, row: 0)))
    #expect(graph.part(of: []).graph == DiagramGraph())
  }
}
