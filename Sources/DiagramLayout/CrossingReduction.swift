/// Orders the items of each layer so that few links cross, by repeated sweeps over the layers: the third step of
/// Sugiyama, Tagawa and Toda (1981). In a sweep, each layer is sorted by the median (Eades and Wormald, "Edge crossings
/// in drawings of bipartite graphs", 1994) or by the barycentre (Sugiyama et al.) of the places of each item's
/// neighbours in the layer before. Neighbours are exchanged while it helps (Gansner et al. 1993, "transpose"). The
/// places include the heights of the rows.
///
/// Sweeps start from several orders, and the best result wins. An amount of work limits them instead of a time, so that
/// the result is the same on every machine.
struct CrossingReduction {
  private let graph: LayeredGraph
  private var orders: LayerOrders
  private var work: Int

  /// Puts the layers of a graph into the order with the fewest crossings that was found.
  static func reduce(_ graph: inout LayeredGraph) {
    var best = (layers: graph.layers, crossings: Int.max)
    // A component of a hundred items gets all of its sweeps. One of ten thousand gets some.
    var reduction = CrossingReduction(graph, work: min(100_000 + 20_000 * graph.heights.count, 60_000_000))
    for start in StartOrder.allCases where best.crossings > 0 && reduction.work > 0 {
      reduction.orders.set(start.layers(of: graph))
      reduction.sweep(&best)
    }
    graph.layers = best.layers
  }

  private init(_ graph: LayeredGraph, work: Int) {
    self.graph = graph
    self.work = work
    orders = LayerOrders(graph)
  }

  private mutating func sweep(_ best: inout (layers: [[Int]], crossings: Int)) {
    record(&best)
    var idle = 0
    var local = Int.max
    for round in 0..<24 {
      // Two rounds are made even if nothing crosses, because they also center the items.
      guard work > 0, best.crossings > 0 || round < 2, idle < 8 else { return }
      let measure: LayerOrders.Measure = round / 2 % 2 == 0 ? .median : .barycentre
      let isReversingTies = round / 4 % 2 == 1
      let count = orders.layers.count
      for step in 1..<max(count, 1) {
        let layer = round % 2 == 0 ? step : count - 1 - step
        work -= orders.sort(
          layer, by: measure, contacts: round % 2 == 0 ? graph.left : graph.right, reversingTies: isReversingTies)
      }
      transpose()
      let crossings = record(&best)
      idle = crossings < local ? 0 : idle + 1
      local = min(local, crossings)
    }
  }

  @discardableResult
  private mutating func record(_ best: inout (layers: [[Int]], crossings: Int)) -> Int {
    let crossings = orders.crossings(graph)
    work -= graph.heights.count * 4
    if crossings <= best.crossings { best = (orders.layers, crossings) }
    return crossings
  }

  /// Exchanges items that follow each other as long as this removes crossings.
  private mutating func transpose() {
    var isImproving = true
    while isImproving, work > 0 {
      isImproving = false
      for layer in orders.layers.indices {
        for place in orders.layers[layer].indices.dropLast() {
          let upper = orders.layers[layer][place]
          let lower = orders.layers[layer][place + 1]
          let gain =
            gain(graph.left[upper], graph.left[lower]) + gain(graph.right[upper], graph.right[lower])
          work -= graph.left[upper].count * graph.left[lower].count + 1
          work -= graph.right[upper].count * graph.right[lower].count + 1
          guard gain > 0 else { continue }
          orders.exchange(layer, place)
          isImproving = true
        }
      }
    }
  }

  /// How many crossings fewer there are if two items that follow each other are exchanged.
  private func gain(_ upper: [LayeredGraph.Contact], _ lower: [LayeredGraph.Contact]) -> Int {
    var gain = 0
    for first in upper {
      let firstKey = orders.key(first)
      for second in lower {
        let secondKey = orders.key(second)
        if firstKey > secondKey {
          gain += first.weight * second.weight
        } else if firstKey < secondKey {
          gain -= first.weight * second.weight
        }
      }
    }
    return gain
  }
}
