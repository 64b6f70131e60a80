/// Links that end at the same place: the references to one column. Those that pass layers share the line through them,
/// as in the confluent drawings of Dickerson, Eppstein, Goodrich and Meng (2005). A table with a hundred references
/// would otherwise need space for a hundred lines beside its neighbours. The lines only ever join on the way to the
/// shared end, so each can still be followed.
struct Trunk {
  /// The indices of the links.
  var links: [Int] = []
  /// The link that passes the most layers.
  var longest = 0
  /// Whether the shared end is at the left.
  let sharesTail: Bool
  /// The layers that the longest link passes.
  var layers: Range<Int> = 0..<0
  /// For each of these layers, the number of links that pass it.
  var passing: [Int] = []

  private struct End: Hashable {
    let node: Int
    let offset: Int
    let isTail: Bool
  }

  /// The trunks of all links, in the order of their first links. A link is in the trunk of its edge's target.
  static func all(of links: [Link], nodeLayers: [Int]) -> [Trunk] {
    var trunks: [Trunk] = []
    var places: [End: Int] = [:]
    for (index, link) in links.enumerated() {
      let isTail = link.isReversed
      let end = End(
        node: isTail ? link.tail : link.head, offset: isTail ? link.tailOffset : link.headOffset, isTail: isTail)
      let place = places[end] ?? trunks.count
      if place == trunks.count {
        places[end] = place
        trunks.append(Trunk(sharesTail: isTail))
      }
      let layers = (nodeLayers[link.tail] + 1)..<nodeLayers[link.head]
      if trunks[place].links.isEmpty || layers.count > trunks[place].layers.count {
        trunks[place].longest = index
        trunks[place].layers = layers
      }
      trunks[place].links.append(index)
    }
    for index in trunks.indices {
      let layers = trunks[index].layers
      trunks[index].passing = [Int](repeating: 0, count: layers.count)
      for link in trunks[index].links {
        for layer in (nodeLayers[links[link].tail] + 1)..<nodeLayers[links[link].head] {
          trunks[index].passing[layer - layers.lowerBound] += 1
        }
      }
    }
    return trunks
  }
}
