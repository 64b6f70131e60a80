import DiagramLayout

/// Pseudo-random graphs.
enum GraphSamples {
  /// A graph that looks like a database: most tables refer to one or two others, and a few tables have many references
  /// to them. Some tables refer to themselves, in a cycle, twice to the same table, or to none.
  static func schema(seed: Int, tables: Int) -> DiagramGraph {
    var generator = SeededGenerator(seed: seed)
    var graph = DiagramGraph()
    /// A table stands here once, and once more for each reference to it.
    var popular: [Int] = []
    for table in 0..<tables {
      let columns = generator.number(in: 2...12)
      graph.nodes.append(node(columns: columns, &generator))
      if table > 0, generator.happens(percent: 82) {
        for number in 0..<generator.number(in: 1...2) {
          let target = popular[generator.number(in: 0...(popular.count - 1))]
          popular.append(target)
          graph.edges.append(
            DiagramEdge(from: .init(table, row: min(number + 1, columns - 1)), to: .init(target, row: 0)))
        }
      }
      if generator.happens(percent: 5) {
        graph.edges.append(DiagramEdge(from: .init(table, row: columns - 1), to: .init(table, row: 0)))
      }
      if table > 2, generator.happens(percent: 4) {
        let older = generator.number(in: 0...(table - 1))
        graph.edges.append(DiagramEdge(from: .init(older, row: 1), to: .init(table, row: 0)))
      }
      popular.append(table)
    }
    return graph
  }

  /// A graph without any structure, with loops, parallel edges, cycles and ends that do not exist.
  static func random(seed: Int) -> DiagramGraph {
    var generator = SeededGenerator(seed: seed)
    var graph = DiagramGraph()
    let count = generator.number(in: 1...30)
    for _ in 0..<count {
      graph.nodes.append(
        generator.happens(percent: 5)
          ? DiagramNode(width: 0, headerHeight: 0) : node(columns: generator.number(in: 0...8), &generator))
    }
    for _ in 0..<generator.number(in: 0...(count * 2)) {
      graph.edges.append(DiagramEdge(from: end(), to: end()))
    }
    return graph

    func end() -> DiagramEdge.End {
      DiagramEdge.End(
        generator.number(in: -1...count), row: generator.happens(percent: 30) ? nil : generator.number(in: -1...9))
    }
  }

  private static func node(columns: Int, _ generator: inout SeededGenerator) -> DiagramNode {
    DiagramNode(
      width: generator.number(in: 110...240), headerHeight: 30, rowHeights: [Int](repeating: 22, count: columns))
  }

  /// Many tables that refer to one.
  static func star(_ count: Int) -> DiagramGraph {
    let node = DiagramNode(width: 160, headerHeight: 30, rowHeights: [22, 22, 22])
    return DiagramGraph(
      nodes: [DiagramNode](repeating: node, count: count + 1),
      edges: (1...count).map { DiagramEdge(from: .init($0, row: 1), to: .init(0, row: 0)) })
  }
}
