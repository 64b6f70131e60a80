import DiagramLayout
import Testing

/// Small diagrams, number by number.
@Suite("Diagram golden") struct DiagramGoldenTests {
  private let node = DiagramNode(width: 100, headerHeight: 20, rowHeights: [20, 20])

  private func diagram(_ count: Int, _ edges: [DiagramEdge]) -> Diagram {
    Diagram(DiagramGraph(nodes: [DiagramNode](repeating: node, count: count), edges: edges))
  }

  private func places(_ diagram: Diagram) -> [[Int]] {
    diagram.boxes.map { [$0.x, $0.y] }
  }

  @Test func `one table`() {
    let diagram = diagram(1, [])
    #expect(diagram.boxes == [DiagramBox(x: 16, y: 16, width: 100, height: 60)])
    #expect([diagram.width, diagram.height] == [132, 92])
  }

  @Test func `a reference is horizontal`() {
    let diagram = diagram(2, [DiagramEdge(from: .init(0, row: 1), to: .init(1, row: 0))])
    #expect(places(diagram) == [[16, 16], [180, 36]])
    #expect(diagram.routes.map { $0?.pathData } == ["M116 66L180 66"])
    #expect([diagram.width, diagram.height] == [296, 112])
  }

  @Test func `the edge of a cycle that leads back has its ends on the other sides`() {
    let diagram = diagram(
      2,
      [
        DiagramEdge(from: .init(0, row: 0), to: .init(1, row: 0)),
        DiagramEdge(from: .init(1, row: 1), to: .init(0, row: 1)),
      ])
    #expect(places(diagram) == [[16, 16], [180, 16]])
    #expect(diagram.routes.map { $0?.pathData } == ["M116 46L180 46", "M180 66L116 66"])
  }

  @Test func `a loop is an arc at the right side`() {
    let diagram = diagram(1, [DiagramEdge(from: .init(0, row: 1), to: .init(0, row: 0))])
    #expect(diagram.routes.map { $0?.pathData } == ["M116 66C136 66 136 46 116 46"])
    #expect([diagram.width, diagram.height] == [152, 92])
  }

  @Test func `a long edge passes beside the box of the layer`() {
    let diagram = diagram(
      3,
      [
        DiagramEdge(from: .init(0, row: 0), to: .init(1, row: 0)),
        DiagramEdge(from: .init(1, row: 1), to: .init(2, row: 1)),
        DiagramEdge(from: .init(0, row: 1), to: .init(2)),
      ])
    #expect(places(diagram) == [[16, 38], [180, 16], [344, 78]])
    #expect(
      diagram.routes.map { $0?.pathData } == [
        "M116 68C148 68 148 46 180 46", "M280 66C312 66 312 128 344 128", "M116 88L344 88",
      ])
  }

  @Test func `references to one row share the line through a layer`() {
    let diagram = diagram(
      4,
      [
        DiagramEdge(from: .init(0, row: 0), to: .init(1, row: 0)),
        DiagramEdge(from: .init(1, row: 0), to: .init(2, row: 0)),
        DiagramEdge(from: .init(0, row: 1), to: .init(2, row: 0)),
        DiagramEdge(from: .init(3, row: 1), to: .init(2, row: 0)),
        DiagramEdge(from: .init(3, row: 0), to: .init(1, row: 0)),
      ])
    #expect(places(diagram) == [[16, 16], [180, 82], [344, 124], [16, 104]])
    #expect(
      diagram.routes.map { $0?.pathData } == [
        "M116 46C148 46 148 112 180 112", "M280 112C312 112 312 154 344 154", "M116 66C148 66 148 154 180 154L344 154",
        "M116 154L344 154", "M116 134C148 134 148 112 180 112",
      ])
  }

  @Test func `parts without edges between them are beside each other`() {
    let diagram = diagram(
      6,
      [DiagramEdge(from: .init(0, row: 0), to: .init(1, row: 0)), DiagramEdge(from: .init(2), to: .init(3))])
    #expect(places(diagram) == [[16, 16], [180, 16], [16, 116], [180, 116], [320, 16], [320, 116]])
  }
}
