/// Assigns nodes to layers, from left to right, such that every link leads to a later layer: the second step of the
/// method of Sugiyama, Tagawa and Toda, "Methods for Visual Understanding of Hierarchical System Structures" (1981).
/// The network simplex makes the links short, then layers that are too high are split.
struct LayerAssignment {
  /// The layer of each node. Every layer has a node.
  private(set) var layers: [Int]

  /// - Parameters:
  ///   - links: a connected graph without cycles.
  ///   - heights: the height of each node, with the distance to the next one.
  ///   - limit: the height above which a layer is split.
  init(heights: [Int], links: [Link], limit: Int) {
    // An exchange looks at every node and many links. The limit keeps a large graph from taking seconds.
    let size = heights.count + links.count
    let exchanges = min(20 * heights.count + 100, 30_000_000 / (size + 1))
    let simplex = NetworkSimplex(
      count: heights.count, arcs: links.map { NetworkSimplex.Arc(tail: $0.tail, head: $0.head) }, exchanges: exchanges)
    layers = simplex.ranks
    balance(heights: heights, links: links)
    split(heights: heights, links: links, limit: limit)
  }

  /// Moves nodes with as many links in as out, which is free of cost, to the layer with the most space that they can
  /// reach (Gansner et al. 1993, section 2.3, "balance").
  private mutating func balance(heights: [Int], links: [Link]) {
    var layerHeights = [Int](repeating: 0, count: (layers.max() ?? 0) + 1)
    for (node, layer) in layers.enumerated() { layerHeights[layer] += heights[node] }
    var incoming = [[Int]](repeating: [], count: layers.count)
    var outgoing = incoming
    for link in links {
      outgoing[link.tail].append(link.head)
      incoming[link.head].append(link.tail)
    }
    for node in layers.indices where incoming[node].count == outgoing[node].count {
      guard let before = incoming[node].map({ layers[$0] }).max(), let after = outgoing[node].map({ layers[$0] }).min(),
        before + 2 < after
      else { continue }
      layerHeights[layers[node]] -= heights[node]
      let best = ((before + 1)..<after).min { layerHeights[$0] < layerHeights[$1] }
      layers[node] = best ?? layers[node]
      layerHeights[layers[node]] += heights[node]
    }
  }

  /// Distributes the nodes of a layer that is too high over several layers. No link connects nodes of one layer, so any
  /// distribution is valid. Nodes with more links to the left come to the left.
  private mutating func split(heights: [Int], links: [Link], limit: Int) {
    var members = [[Int]](repeating: [], count: (layers.max() ?? 0) + 1)
    for (node, layer) in layers.enumerated() { members[layer].append(node) }
    var pull = [Int](repeating: 0, count: layers.count)
    for link in links {
      pull[link.tail] += 1
      pull[link.head] -= 1
    }
    var layer = 0
    for nodes in members where !nodes.isEmpty {
      let total = nodes.reduce(0) { $0 + heights[$1] }
      let parts = total > limit ? min(nodes.count, (total + limit - 1) / max(limit, 1)) : 1
      var height = 0
      var part = 0
      for node in nodes.sorted(by: { pull[$0] == pull[$1] ? $0 < $1 : pull[$0] < pull[$1] }) {
        // A part is complete once it has its share of the height, but has at least one node.
        if height * parts >= total * (part + 1), part + 1 < parts {
          part += 1
          layer += 1
        }
        layers[node] = layer
        height += heights[node]
      }
      layer += 1
    }
  }
}
