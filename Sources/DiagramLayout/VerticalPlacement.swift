/// Places the items of each layer from top to bottom, in their order, such that links are short and straight. It
/// minimises what Gansner et al. (1993, section 4) minimise: the sum of the vertical distances of the ends of all
/// links, times weights by which long links are straighter than short ones. As in the priority method of Sugiyama et
/// al. (1981), sweeps place one layer after another in relation to its neighbours. Here, each layer gets its exact
/// optimum, by isotonic regression.
///
/// The layers stay within a frame that is 1000 pixels high, or twice as high as the highest of them. Without it, a
/// diagram could become many times as high as its boxes, only to keep links straight.
///
/// Squared distances come first, because they distribute the items well. Plain distances then make links straight.
struct VerticalPlacement {
  private enum Sides {
    case left
    case right
    case both
  }

  /// The upper side of each item. The smallest is 0.
  private(set) var tops: [Int]
  private let graph: LayeredGraph
  /// For each item, the height of its upper side in its layer if all items are as close as they can be.
  private var packed: [Int]
  private var heights: [Double]
  /// For each layer, how far it can be moved down within the frame.
  private var space: [Double]

  init(_ graph: LayeredGraph, nodeGap: Int, edgeGap: Int) {
    self.graph = graph
    packed = [Int](repeating: 0, count: graph.heights.count)
    var layerHeights: [Int] = []
    for layer in graph.layers {
      var top = 0
      var previous: Int?
      for item in layer {
        if let previous {
          let isBesideEdge = graph.isDummy(previous) || graph.isDummy(item)
          top += graph.heights[previous] + (isBesideEdge ? edgeGap : nodeGap)
        }
        packed[item] = top
        previous = item
      }
      layerHeights.append(top + (previous.map { graph.heights[$0] } ?? 0))
    }
    let frame = max(1000, 2 * Double(layerHeights.max() ?? 0))
    space = layerHeights.map { frame - Double($0) }
    heights = packed.map(Double.init)
    for item in heights.indices { heights[item] += space[graph.layerOf[item]] / 2 }
    tops = packed
    for round in 0..<20 {
      sweep(toRight: true, sides: round < 6 ? .left : .both, isSquared: round < 14)
      sweep(toRight: false, sides: round < 6 ? .right : .both, isSquared: round < 14)
    }
    round()
    let straightening = ChainStraightening(graph, nodeGap: nodeGap, edgeGap: edgeGap)
    straightening.straighten(&tops)
    let lowest = tops.min() ?? 0
    for item in tops.indices { tops[item] -= lowest }
  }

  private mutating func sweep(toRight: Bool, sides: Sides, isSquared: Bool) {
    for step in graph.layers.indices {
      let index = toRight ? step : graph.layers.count - 1 - step
      let layer = graph.layers[index]
      let wishes = layer.map { self.wishes(of: $0, sides: sides) }
      let values =
        isSquared ? IsotonicRegression.leastSquares(wishes.map(Self.mean)) : IsotonicRegression.leastDistances(wishes)
      // Moved into the frame, the optimum is the optimum within the frame.
      for (item, value) in zip(layer, values) {
        heights[item] = value.clamped(to: 0...space[index]) + Double(packed[item])
      }
    }
  }

  /// The heights at which the links of an item would be horizontal, less its height in the packed layer. In these
  /// terms, a layer is without overlaps if its items ascend.
  private func wishes(of item: Int, sides: Sides) -> [(value: Double, weight: Double)] {
    var wishes: [(value: Double, weight: Double)] = []
    func add(_ contacts: [LayeredGraph.Contact]) {
      for contact in contacts {
        let height = heights[contact.item] + Double(contact.offset - contact.ownOffset - packed[item])
        let dummies = (graph.isDummy(item) ? 1 : 0) + (graph.isDummy(contact.item) ? 1 : 0)
        // The factors of Gansner et al., section 4.
        let factor = dummies == 2 ? 8.0 : dummies == 1 ? 2 : 1
        wishes.append((height, factor * Double(contact.weight)))
      }
    }
    if sides != .right { add(graph.left[item]) }
    if sides != .left { add(graph.right[item]) }
    // An item that nothing attracts stays where it is, but gives way.
    if wishes.isEmpty { wishes.append((heights[item] - Double(packed[item]), 0.01)) }
    return wishes
  }

  private static func mean(_ wishes: [(value: Double, weight: Double)]) -> (value: Double, weight: Double) {
    let weight = wishes.reduce(0) { $0 + $1.weight }
    return (wishes.reduce(0) { $0 + $1.value * $1.weight } / weight, weight)
  }

  /// Makes heights whole. Ascending numbers still ascend when they are rounded, so nothing comes to overlap.
  private mutating func round() {
    for item in tops.indices {
      let value = (heights[item] - Double(packed[item])).rounded(.down)
      // Sums of lengths in their range are far below this limit.
      tops[item] = Int(value.clamped(to: -1e15...1e15)) + packed[item]
    }
  }
}
