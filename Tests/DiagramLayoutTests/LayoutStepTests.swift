import Testing

@testable import DiagramLayout

/// The steps of the layout, each by a simpler method for the same result.
@Suite("Layout step") struct LayoutStepTests {
  @Test(arguments: 1...20) func `crossings are counted as by comparing all pairs`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let lines = (0..<40).map { _ in
      CrossingCount.Ends(
        left: generator.number(in: 0...12), right: generator.number(in: 0...12), weight: generator.number(in: 1...3))
    }
    var expected = 0
    for (index, first) in lines.enumerated() {
      for second in lines.dropFirst(index + 1) where (first.left - second.left) * (first.right - second.right) < 0 {
        expected += first.weight * second.weight
      }
    }
    var count = CrossingCount()
    #expect(count.crossings(of: lines) == expected)
  }

  @Test func `the network simplex gives the ranks of the example in the paper's figure 2-3`() {
    // a→b, b→c, c→d, d→h, a→e, a→f, e→g, f→g, g→h
    let pairs = [(0, 1), (1, 2), (2, 3), (3, 7), (0, 4), (0, 5), (4, 6), (5, 6), (6, 7)]
    let arcs = pairs.map { NetworkSimplex.Arc(tail: $0.0, head: $0.1) }
    let ranks = NetworkSimplex(count: 8, arcs: arcs, exchanges: 100).ranks
    #expect(pairs.allSatisfy { ranks[$0.0] < ranks[$0.1] })
    #expect(pairs.reduce(0) { $0 + ranks[$1.1] - ranks[$1.0] } == 10)
  }

  @Test(arguments: 1...8) func `no ranks are shorter than those of the network simplex`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var arcs = (1..<6).map { NetworkSimplex.Arc(tail: generator.number(in: 0...($0 - 1)), head: $0) }
    for _ in 0..<4 {
      let head = generator.number(in: 1...5)
      arcs.append(
        NetworkSimplex.Arc(tail: generator.number(in: 0...(head - 1)), head: head, weight: generator.number(in: 1...3)))
    }
    func length(_ ranks: [Int]) -> Int { arcs.reduce(0) { $0 + $1.weight * (ranks[$1.head] - ranks[$1.tail]) } }
    // All ways to give six nodes ranks from 0 to 5.
    var least = Int.max
    for code in 0..<46_656 {
      var (code, ranks) = (code, [Int]())
      for _ in 0..<6 {
        ranks.append(code % 6)
        code /= 6
      }
      if arcs.allSatisfy({ ranks[$0.tail] < ranks[$0.head] }) { least = min(least, length(ranks)) }
    }
    #expect(length(NetworkSimplex(count: 6, arcs: arcs, exchanges: 100).ranks) == least)
  }

  @Test func `a regression pools what is out of order`() {
    #expect(IsotonicRegression.leastSquares([(1, 1), (4, 1), (2, 1), (9, 1)]) == [1, 3, 3, 9])
    #expect(IsotonicRegression.leastSquares([(6, 1), (0, 2)]) == [2, 2])
    #expect(IsotonicRegression.leastDistances([[(1, 1)], [(4, 1), (5, 1)], [(2, 3)]]) == [1, 2, 2])
    #expect(IsotonicRegression.leastSquares([]) == [])
  }

  @Test(arguments: 1...20) func `after cycles are broken, there is an order of all nodes`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let pairs = (0..<30).map { _ in (tail: generator.number(in: 0...9), head: generator.number(in: 0...9)) }
    let arcs = pairs.filter { $0.tail != $0.head }
    let cycles = CycleBreaking(count: 10, arcs: arcs)
    var open = arcs.map { cycles.reverses(tail: $0.tail, head: $0.head) ? (tail: $0.head, head: $0.tail) : $0 }
    // Ten times, all arcs from nodes without predecessors are removed. Those of a cycle would remain.
    for _ in 0..<10 {
      let heads = Set(open.map(\.head))
      open.removeAll { !heads.contains($0.tail) }
    }
    #expect(open.isEmpty)
    let reversed = arcs.filter { cycles.reverses(tail: $0.tail, head: $0.head) }.count
    #expect(reversed <= arcs.count / 2)
  }

  @Test func `what has no cycle is not reversed`() {
    let arcs = [(tail: 3, head: 1), (tail: 1, head: 0), (tail: 3, head: 0), (tail: 0, head: 2)]
    let cycles = CycleBreaking(count: 4, arcs: arcs)
    #expect(!arcs.contains { cycles.reverses(tail: $0.tail, head: $0.head) })
  }

  @Test func `rectangles fill the gaps beside each other`() {
    let packing = PagePacking([(100, 100), (50, 60), (50, 30)], pageWidth: 160, gap: 10)
    #expect(packing.corners == [DiagramPoint(x: 0, y: 0), DiagramPoint(x: 110, y: 0), DiagramPoint(x: 110, y: 70)])
    #expect([packing.width, packing.height] == [160, 100])
  }
}
