/// A component whose links connect only adjacent layers. A longer link is a chain over dummies, one in each layer that
/// it passes. Links to the same place share their dummies (`Trunk`). An item is a node or a dummy; the nodes come
/// first.
struct LayeredGraph {
  /// Where a link meets an item in the next layer on one side.
  struct Contact {
    /// The item in the other layer.
    var item: Int
    /// The height of the link's end from the upper side of that item.
    var offset: Int
    /// The height of the link's end from the upper side of the own item.
    var ownOffset: Int
    /// The number of links that run here.
    var weight: Int
  }

  let nodeCount: Int
  /// The height of each item. Dummies have none.
  let heights: [Int]
  let layerOf: [Int]
  /// The items of each layer, from top to bottom.
  var layers: [[Int]]
  /// For each link, its items from left to right, the two nodes included.
  let chains: [[Int]]
  /// The longest chain of each trunk.
  let trunks: [[Int]]
  /// For each item, its contacts in the layer to its left.
  let left: [[Contact]]
  /// For each item, its contacts in the layer to its right.
  let right: [[Contact]]

  /// - Parameters:
  ///   - heights: the height of each node.
  ///   - nodeLayers: the layer of each node.
  init(heights nodeHeights: [Int], nodeLayers: [Int], links: [Link]) {
    var heights = nodeHeights
    var layerOf = nodeLayers
    var layers = [[Int]](repeating: [], count: (nodeLayers.max() ?? -1) + 1)
    for (node, layer) in nodeLayers.enumerated() { layers[layer].append(node) }
    let all = Trunk.all(of: links, nodeLayers: nodeLayers)
    var firstDummies: [Int] = []
    for trunk in all {
      firstDummies.append(heights.count)
      for layer in trunk.layers {
        layers[layer].append(heights.count)
        heights.append(0)
        layerOf.append(layer)
      }
    }
    var chains = [[Int]](repeating: [], count: links.count)
    var left = [[Contact]](repeating: [], count: heights.count)
    var right = left
    for (trunk, firstDummy) in zip(all, firstDummies) {
      for index in trunk.links {
        let link = links[index]
        let passed = (nodeLayers[link.tail] + 1)..<nodeLayers[link.head]
        let dummies = passed.map { firstDummy + $0 - trunk.layers.lowerBound }
        chains[index] = [link.tail] + dummies + [link.head]
        if let first = dummies.first, let last = dummies.last {
          // The longest link has the contacts with the end that all links of the trunk share.
          let all = trunk.passing.max() ?? 1
          if !trunk.sharesTail { connect(link.tail, link.tailOffset, first, 0, weight: 1) }
          if trunk.sharesTail { connect(last, 0, link.head, link.headOffset, weight: 1) }
          if !trunk.sharesTail, index == trunk.longest { connect(last, 0, link.head, link.headOffset, weight: all) }
          if trunk.sharesTail, index == trunk.longest { connect(link.tail, link.tailOffset, first, 0, weight: all) }
        } else {
          connect(link.tail, link.tailOffset, link.head, link.headOffset, weight: 1)
        }
      }
      for index in trunk.passing.indices.dropLast() {
        let weight = min(trunk.passing[index], trunk.passing[index + 1])
        connect(firstDummy + index, 0, firstDummy + index + 1, 0, weight: weight)
      }
    }
    nodeCount = nodeHeights.count
    self.heights = heights
    self.layerOf = layerOf
    self.layers = layers
    self.chains = chains
    trunks = all.filter { !$0.layers.isEmpty }.map { chains[$0.longest] }
    self.left = left
    self.right = right

    func connect(_ tail: Int, _ tailOffset: Int, _ head: Int, _ headOffset: Int, weight: Int) {
      right[tail].append(Contact(item: head, offset: headOffset, ownOffset: tailOffset, weight: weight))
      left[head].append(Contact(item: tail, offset: tailOffset, ownOffset: headOffset, weight: weight))
    }
  }

  func isDummy(_ item: Int) -> Bool {
    item >= nodeCount
  }
}
