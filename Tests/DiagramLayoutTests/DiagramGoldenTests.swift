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
    #expect(places(diagram) == [[16, 16], [180, 47], [344, 36]])
    #expect(
      diagram.routes.map { $0?.pathData } == [
        "M116 46C148 46 148 77 180 77", "M280 97C312 97 312 86 344 86",
        "M116 66C148 66 148 35 180 35L280 35C312 35 312 46 344 46",
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
    #expect(places(diagram) == [[16, 16], [180, 49], [344, 77], [16, 104]])
    #expect(
      diagram.routes.map { $0?.pathData } == [
        "M116 46C148 46 148 79 180 79", "M280 79C312 79 312 107 344 107",
        "M116 66C148 66 148 121 180 121L280 121C312 121 312 107 344 107",
        "M116 154C148 154 148 121 180 121L280 121C312 121 312 107 344 107", "M116 134C148 134 148 79 180 79",
      ])
  }

  @Test func `parts without edges between them are in rows`() {
    let diagram = diagram(
      6,
      [DiagramEdge(from: .init(0, row: 0), to: .init(1, row: 0)), DiagramEdge(from: .init(2), to: .init(3))])
    #expect(places(diagram) == [[16, 16], [180, 16], [16, 116], [180, 116], [16, 216], [156, 216]])
  }
}
