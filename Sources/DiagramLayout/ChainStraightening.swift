/// Removes bends from long links. The dummies of a trunk are moved to one height, as far as the items above and below
/// them leave space for it.
struct ChainStraightening {
  private let graph: LayeredGraph
  private let nodeGap: Int
  private let edgeGap: Int
  private var above: [Int?]
  private var below: [Int?]

  init(_ graph: LayeredGraph, nodeGap: Int, edgeGap: Int) {
    self.graph = graph
    self.nodeGap = nodeGap
    self.edgeGap = edgeGap
    above = [Int?](repeating: nil, count: graph.heights.count)
    below = above
    for layer in graph.layers {
      for (upper, lower) in zip(layer, layer.dropFirst()) {
        below[upper] = lower
        above[lower] = upper
      }
    }
  }

  /// - Parameter tops: the upper side of each item.
  func straighten(_ tops: inout [Int]) {
    for _ in 0..<2 {
      for chain in graph.trunks { straighten(chain, &tops) }
    }
  }

  private func straighten(_ chain: [Int], _ tops: inout [Int]) {
    var first = 1
    while first < chain.count - 1 {
      var space = space(of: chain[first], tops)
      var end = first + 1
      while end < chain.count - 1 {
        let next = self.space(of: chain[end], tops)
        guard next.overlaps(space) else { break }
        space = space.clamped(to: next)
        end += 1
      }
      let height = wish(chain, first..<end, tops).clamped(to: space)
      for index in first..<end { tops[chain[index]] = height }
      first = end
    }
  }

  /// The height that a run of dummies should have: that of the left end of the link, or of its right end if the run
  /// starts after a bend.
  private func wish(_ chain: [Int], _ run: Range<Int>, _ tops: [Int]) -> Int {
    let (left, right) = (chain[run.lowerBound - 1], chain[run.upperBound])
    if !graph.isDummy(left), let contact = graph.left[chain[run.lowerBound]].first(where: { $0.item == left }) {
      return tops[left] + contact.offset
    }
    if !graph.isDummy(right), let contact = graph.right[chain[run.upperBound - 1]].first(where: { $0.item == right }) {
      return tops[right] + contact.offset
    }
    return tops[left]
  }

  /// The heights to which a dummy can be moved. It always includes the height that the dummy has.
  private func space(of dummy: Int, _ tops: [Int]) -> ClosedRange<Int> {
    let top = above[dummy].map { tops[$0] + graph.heights[$0] + edgeGap } ?? -1_000_000_000_000
    let bottom = below[dummy].map { tops[$0] - edgeGap } ?? 1_000_000_000_000
    return min(top, tops[dummy])...max(bottom, tops[dummy])
  }
}
