/// The order of the items in each layer, which `CrossingReduction` changes.
struct LayerOrders {
  /// What stands for the places of all neighbours of an item.
  enum Measure {
    case median
    case barycentre
  }

  private(set) var layers: [[Int]]
  /// For each item, its place in its layer.
  private var place: [Int]
  private let heights: [Int]
  private let nodeCount: Int

  init(_ graph: LayeredGraph) {
    layers = graph.layers
    heights = graph.heights
    nodeCount = graph.nodeCount
    place = [Int](repeating: 0, count: graph.heights.count)
    set(graph.layers)
  }

  mutating func set(_ layers: [[Int]]) {
    self.layers = layers
    for layer in layers {
      for (index, item) in layer.enumerated() { place[item] = index }
    }
  }

  mutating func exchange(_ layer: Int, _ upper: Int) {
    layers[layer].swapAt(upper, upper + 1)
    place[layers[layer][upper]] = upper
    place[layers[layer][upper + 1]] = upper + 1
  }

  /// A number that grows with the height of a contact's end.
  func key(_ contact: LayeredGraph.Contact) -> Int {
    place[contact.item] << 31 | min(contact.offset, 1 << 31 - 1)
  }

  /// The place of a contact's item, and within it the height of the contact's end.
  private func height(_ contact: LayeredGraph.Contact) -> Double {
    Double(place[contact.item]) + Double(contact.offset + 1) / Double(heights[contact.item] + 2)
  }

  /// Sorts a layer by the contacts of its items. Items without contacts keep their places (Gansner et al. 1993).
  ///
  /// - Returns: how many contacts were looked at.
  mutating func sort(
    _ layer: Int, by measure: Measure, contacts: [[LayeredGraph.Contact]], reversingTies: Bool
  ) -> Int {
    var work = layers[layer].count
    var slots: [Int] = []
    var measured: [(value: Double, place: Int, item: Int)] = []
    for (index, item) in layers[layer].enumerated() where !contacts[item].isEmpty {
      work += contacts[item].count
      slots.append(index)
      let heights = contacts[item].map(height)
      let value = measure == .median ? Self.median(heights) : heights.reduce(0, +) / Double(heights.count)
      measured.append((value, reversingTies ? -index : index, item))
    }
    measured.sort { $0.value == $1.value ? $0.place < $1.place : $0.value < $1.value }
    centerDummies(&measured)
    for (slot, entry) in zip(slots, measured) {
      layers[layer][slot] = entry.item
      place[entry.item] = slot
    }
    return work
  }

  /// Moves dummies to the middle of the items that have the same measure, so that the nodes that join a trunk are at
  /// both of its sides.
  private func centerDummies(_ measured: inout [(value: Double, place: Int, item: Int)]) {
    var first = 0
    while first < measured.count {
      var end = first + 1
      while end < measured.count, measured[end].value == measured[first].value { end += 1 }
      if end - first > 2 {
        let nodes = measured[first..<end].filter { $0.item < nodeCount }
        let dummies = measured[first..<end].filter { $0.item >= nodeCount }
        let middle = nodes.count / 2
        measured.replaceSubrange(first..<end, with: nodes[..<middle] + dummies + nodes[middle...])
      }
      first = end
    }
  }

  /// The median. Of an even number of values, it is a mean of the two in the middle in which the closer packed side
  /// weighs more (Gansner et al. 1993, section 3, `medianvalue`).
  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    if sorted.count % 2 == 1 { return sorted[middle] }
    let (low, high) = (sorted[middle - 1], sorted[middle])
    let leftSpread = low - sorted[0]
    let rightSpread = sorted[sorted.count - 1] - high
    guard sorted.count > 2, leftSpread + rightSpread > 0 else { return (low + high) / 2 }
    return (low * rightSpread + high * leftSpread) / (leftSpread + rightSpread)
  }

  /// The number of crossings between all layers.
  func crossings(_ graph: LayeredGraph) -> Int {
    var count = CrossingCount()
    var total = 0
    for layer in layers.dropLast() {
      var ends: [CrossingCount.Ends] = []
      for item in layer {
        for contact in graph.right[item] {
          ends.append(
            CrossingCount.Ends(
              left: place[item] << 31 | min(contact.ownOffset, 1 << 31 - 1), right: key(contact),
              weight: contact.weight))
        }
      }
      total += count.crossings(of: ends)
    }
    return total
  }
}
