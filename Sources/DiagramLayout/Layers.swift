/// The layer of each node of a component, from left to right, such that every link leads to a later layer: the first
/// steps of Sugiyama, Tagawa and Toda, "Methods for Visual Understanding of Hierarchical System Structures" (1981).
struct Layers {
  /// By node. Every layer up to the last one has a node.
  private(set) var ofNode: [Int]
  /// The place of each node in an order in which nearly all links lead forward. Those that lead back close a cycle.
  private let places: [Int]

  /// - Parameters:
  ///   - links: the nodes at the ends of each link.
  ///   - heights: the height of each node, with the distance to the next one.
  ///   - limit: the height above which a layer is divided. No link connects nodes of one layer.
  init(heights: [Int], links: [(from: Int, to: Int)], limit: Int) {
    var followers = [[Int]](repeating: [], count: heights.count)
    for link in links { followers[link.from].append(link.to) }
    let order = Self.order(followers)
    var places = [Int](repeating: 0, count: heights.count)
    for (place, node) in order.enumerated() { places[node] = place }
    self.places = places
    var next = [[Int]](repeating: [], count: heights.count)
    for link in links {
      let leadsBack = places[link.to] < places[link.from]
      next[leadsBack ? link.to : link.from].append(leadsBack ? link.from : link.to)
    }
    ofNode = Array(repeating: 0, count: heights.count)
    for node in order { for follower in next[node] { ofNode[follower] = max(ofNode[follower], ofNode[node] + 1) } }
    // As close to its followers as possible.
    for node in order.reversed() { ofNode[node] = next[node].map { ofNode[$0] - 1 }.min() ?? ofNode[node] }
    divide(heights, limit: limit)
  }

  /// Whether a link leads from right to left.
  func reverses(from: Int, to: Int) -> Bool { places[to] < places[from] }

  /// The nodes such that each comes before its followers, except in cycles: a depth-first search, without recursion.
  private static func order(_ followers: [[Int]]) -> [Int] {
    var order: [Int] = []
    var visited = [Int](repeating: 0, count: followers.count)
    var isKnown = [Bool](repeating: false, count: followers.count)
    for start in followers.indices where !isKnown[start] {
      isKnown[start] = true
      var path = [start]
      while let node = path.last {
        if visited[node] == followers[node].count {
          order.append(path.removeLast())
          continue
        }
        let follower = followers[node][visited[node]]
        visited[node] += 1
        if !isKnown[follower] {
          isKnown[follower] = true
          path.append(follower)
        }
      }
    }
    return order.reversed()
  }

  private mutating func divide(_ heights: [Int], limit: Int) {
    var members = [[Int]](repeating: [], count: (ofNode.max() ?? -1) + 1)
    for (node, layer) in ofNode.enumerated() { members[layer].append(node) }
    var layer = -1
    for nodes in members where !nodes.isEmpty {
      let total = nodes.reduce(0) { $0 + heights[$1] }
      let share = total / max(1, (total + limit - 1) / max(limit, 1))
      layer += 1
      var height = 0
      for node in nodes {
        if height > 0, height >= share { (layer, height) = (layer + 1, 0) }
        ofNode[node] = layer
        height += heights[node]
      }
    }
  }
}
