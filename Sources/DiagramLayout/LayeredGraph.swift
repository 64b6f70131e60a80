/// A component whose links connect only adjacent layers. A longer link is a chain over dummies, one in each layer that it
/// passes. An item is a node or a dummy; the nodes come first.
struct LayeredGraph {
  /// Where a link meets an item in the next layer on one side.
  struct Contact {
    /// The item in the other layer.
    var item: Int
    /// The height of the link's end from the upper side of that item.
    var offset: Int
    /// The height of the link's end from the upper side of the own item.
    var ownOffset: Int
  }

  let nodeCount: Int
  /// The height of each item. Dummies have none.
  let heights: [Int]
  let layerOf: [Int]
  /// The items of each layer, from top to bottom.
  var layers: [[Int]]
  /// For each link, its items from left to right, the two nodes included.
  let chains: [[Int]]
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
    var chains: [[Int]] = []
    for link in links {
      var chain = [link.tail]
      var layer = nodeLayers[link.tail] + 1
      while layer < nodeLayers[link.head] {
        chain.append(heights.count)
        layers[layer].append(heights.count)
        heights.append(0)
        layerOf.append(layer)
        layer += 1
      }
      chains.append(chain + [link.head])
    }
    var left = [[Contact]](repeating: [], count: heights.count)
    var right = left
    for (link, chain) in zip(links, chains) {
      for (tail, head) in zip(chain, chain.dropFirst()) {
        let tailOffset = tail == link.tail ? link.tailOffset : 0
        let headOffset = head == link.head ? link.headOffset : 0
        right[tail].append(Contact(item: head, offset: headOffset, ownOffset: tailOffset))
        left[head].append(Contact(item: tail, offset: tailOffset, ownOffset: headOffset))
      }
    }
    nodeCount = nodeHeights.count
    self.heights = heights
    self.layerOf = layerOf
    self.layers = layers
    self.chains = chains
    self.left = left
    self.right = right
  }

  /// The number of dummies that a graph with these layers has.
  static func dummyCount(nodeLayers: [Int], links: [Link]) -> Int {
    links.reduce(0) { $0 + nodeLayers[$1.head] - nodeLayers[$1.tail] - 1 }
  }

  func isDummy(_ item: Int) -> Bool {
    item >= nodeCount
  }
}
