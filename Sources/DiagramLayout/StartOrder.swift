/// The orders from which `CrossingReduction` starts: those in which a search of the component reaches the items.
enum StartOrder: CaseIterable {
  case depthFirstFromLeft
  case breadthFirstFromLeft
  case depthFirstFromRight
  case breadthFirstFromRight

  func layers(of graph: LayeredGraph) -> [[Int]] {
    let isFromLeft = self == .depthFirstFromLeft || self == .breadthFirstFromLeft
    let isDepthFirst = self == .depthFirstFromLeft || self == .depthFirstFromRight
    var layers = [[Int]](repeating: [], count: graph.layers.count)
    var isReached = [Bool](repeating: false, count: graph.heights.count)
    for first in (isFromLeft ? graph.layers : graph.layers.reversed()).joined() where !isReached[first] {
      var pending = [first]
      var next = 0
      while next < pending.count {
        let item = isDepthFirst ? pending.removeLast() : pending[next]
        if !isDepthFirst { next += 1 }
        guard !isReached[item] else { continue }
        isReached[item] = true
        layers[graph.layerOf[item]].append(item)
        let neighbours = (isFromLeft ? graph.right[item] + graph.left[item] : graph.left[item] + graph.right[item])
          .map(\.item).filter { !isReached[$0] }
        pending += isDepthFirst ? neighbours.reversed() : neighbours
      }
    }
    return layers
  }
}
