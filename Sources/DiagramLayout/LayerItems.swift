/// The items of all layers: nodes, and places without a height where links pass a layer. Sweeps over the layers order each
/// by the heights of its neighbours, so that few links cross (Sugiyama, Tagawa and Toda 1981, "barycentre"), and place it
/// where its links are as horizontal as the order allows.
struct LayerItems {
  /// Where a link meets an item in the next layer on one side.
  private struct Contact {
    let item: Int
    /// The height of the link's end from the upper side of that item.
    let offset: Int
    /// The height of the link's end from the upper side of the own item.
    let ownOffset: Int
  }

  private var heights: [Int]
  private(set) var layerOf: [Int]
  /// The items of each layer, from top to bottom.
  private(set) var layers: [[Int]]
  /// The upper side of each item. The smallest is 0.
  private(set) var tops: [Int] = []
  private var left: [[Contact]]
  private var right: [[Contact]]
  private let nodeCount: Int
  private let options: DiagramOptions

  init(heights: [Int], layers: [Int], options: DiagramOptions) {
    (self.heights, layerOf, nodeCount, self.options) = (heights, layers, heights.count, options)
    self.layers = Array(repeating: [], count: (layers.max() ?? -1) + 1)
    left = Array(repeating: [], count: heights.count)
    right = left
    for (node, layer) in layers.enumerated() { self.layers[layer].append(node) }
  }

  /// Adds a place where links pass a layer.
  mutating func add(in layer: Int) -> Int {
    layers[layer].insert(heights.count, at: layers[layer].count / 2)
    heights.append(0)
    layerOf.append(layer)
    left.append([])
    right.append([])
    return heights.count - 1
  }

  /// Connects heights of two items, the first of which is further to the left.
  mutating func connect(_ item: Int, _ offset: Int, _ next: Int, _ nextOffset: Int) {
    right[item].append(Contact(item: next, offset: nextOffset, ownOffset: offset))
    left[next].append(Contact(item: item, offset: offset, ownOffset: nextOffset))
  }

  /// Orders and places the items.
  mutating func arrange() {
    var values = heights.map { _ in 0.0 }
    // Without a frame, a diagram could become many times as high as its boxes, only to keep links horizontal.
    let frame = max(1000, 2 * (layers.map { packed($0).bottom }.max() ?? 0))
    for layer in layers {
      let (tops, bottom) = packed(layer)
      for (item, top) in zip(layer, tops) { values[item] = Double(top + (frame - bottom) / 2) }
    }
    for round in 0..<24 {
      let (isOrdering, toRight) = (round < 16, round % 2 == 0)
      for index in toRight ? Array(layers.indices) : layers.indices.reversed() {
        let contacts = { [left, right] (item: Int) in
          isOrdering ? (toRight ? left[item] : right[item]) : left[item] + right[item]
        }
        if isOrdering {
          let heights = layers[index].map { middle(of: $0, values, contacts($0)) }
          layers[index] = heights.indices.sorted { (heights[$0], $0) < (heights[$1], $1) }.map { layers[index][$0] }
        }
        let layer = layers[index].map { ($0, wish(of: $0, values, contacts($0))) }
        let (tops, bottom) = packed(layers[index])
        let places = Self.ascending(zip(layer, tops).map { ($0.1.value - Double($1), $0.1.weight) })
        for (item, (place, top)) in zip(layers[index], zip(places, tops)) {
          values[item] = min(max(place, 0), Double(frame - bottom)).rounded(.down) + Double(top)
        }
      }
    }
    let lowest = values.min() ?? 0
    tops = values.map { Int($0 - lowest) }
  }

  /// The heights of items that are as close as they can be.
  private func packed(_ layer: [Int]) -> (tops: [Int], bottom: Int) {
    var (tops, bottom): ([Int], Int) = ([], 0)
    for (place, item) in layer.enumerated() {
      let isBetweenNodes = place > 0 && item < nodeCount && layer[place - 1] < nodeCount
      let top = place == 0 ? 0 : bottom + (isBetweenNodes ? options.nodeGap : options.edgeGap)
      tops.append(top)
      bottom = top + heights[item]
    }
    return (tops, bottom)
  }

  /// The mean height of the ends of an item's links in the next layer.
  private func middle(of item: Int, _ values: [Double], _ contacts: [Contact]) -> Double {
    if contacts.isEmpty { return values[item] + Double(heights[item]) / 2 }
    return contacts.reduce(0) { $0 + values[$1.item] + Double($1.offset) } / Double(contacts.count)
  }

  /// The height at which the links of an item are most horizontal. Where links pass several layers, they are straight.
  private func wish(of item: Int, _ values: [Double], _ contacts: [Contact]) -> (value: Double, weight: Double) {
    var (sum, weight) = (0.0, 0.0)
    for contact in contacts {
      let share = item >= nodeCount && contact.item >= nodeCount ? 8.0 : 1
      sum += share * (values[contact.item] + Double(contact.offset - contact.ownOffset))
      weight += share
    }
    // An item that nothing attracts stays where it is, but gives way.
    return weight > 0 ? (sum / weight, weight) : (values[item], 0.01)
  }

  /// The ascending numbers that are closest to some numbers, by the method of least squares: neighbours that are out of
  /// order get their mean.
  static func ascending(_ numbers: [(value: Double, weight: Double)]) -> [Double] {
    var pools: [(value: Double, weight: Double, count: Int)] = []
    for number in numbers {
      var pool = (value: number.value, weight: number.weight, count: 1)
      while let last = pools.last, last.value > pool.value {
        let weight = last.weight + pool.weight
        pool = ((last.value * last.weight + pool.value * pool.weight) / weight, weight, last.count + pool.count)
        pools.removeLast()
      }
      pools.append(pool)
    }
    return pools.flatMap { Array(repeating: $0.value, count: $0.count) }
  }
}
