import DiagramLayout
import Testing

@Suite("Diagram neighbourhood") struct DiagramNeighbourhoodTests {
  /// 0 → 1 → 2 → 3, 4 → 1 and 2 → 2. Node 5 has no edges, and the last edge no end.
  private let graph = DiagramGraph(
    nodes: (0..<6).map { DiagramNode(width: 100 + $0, headerHeight: 20, rowHeights: [20]) },
    edges: [
      DiagramEdge(from: .init(0, row: 0), to: .init(1)), DiagramEdge(from: .init(1), to: .init(2, row: 0)),
      DiagramEdge(from: .init(2), to: .init(3)), DiagramEdge(from: .init(4), to: .init(1)),
      DiagramEdge(from: .init(2), to: .init(2, row: 0)), DiagramEdge(from: .init(0), to: .init(9)),
    ])

  @Test func `degree 0 is the node and its loops`() {
    let part = graph.neighbourhood(of: 2, degree: 0)
    #expect(part.nodes == [2])
    #expect(part.edges == [4])
    #expect(part.graph.nodes == [graph.nodes[2]])
    #expect(part.graph.edges == [DiagramEdge(from: .init(0), to: .init(0, row: 0))])
  }

  @Test func `degree 1 follows edges in both directions`() {
    let part = graph.neighbourhood(of: 2, degree: 1)
    #expect(part.nodes == [1, 2, 3])
    #expect(part.edges == [1, 2, 4])
    #expect(part.graph.edges[0] == DiagramEdge(from: .init(0), to: .init(1, row: 0)))
  }

  @Test func `a high degree is the component`() {
    #expect(graph.neighbourhood(of: 3, degree: .max).nodes == [0, 1, 2, 3, 4])
    #expect(graph.neighbourhood(of: 5, degree: .max).nodes == [5])
  }

  @Test func `a negative degree is read as 0, and a node that does not exist has no neighbourhood`() {
    #expect(graph.neighbourhood(of: 1, degree: -3).nodes == [1])
    #expect(graph.neighbourhood(of: 6, degree: 1).nodes == [])
    #expect(graph.neighbourhood(of: -1, degree: 1).graph == DiagramGraph())
  }
}
