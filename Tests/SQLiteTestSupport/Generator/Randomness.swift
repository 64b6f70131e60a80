/// The generator splitmix64. The same seed gives the same choices on every machine.
struct Randomness: Sendable {
  private var state: UInt64

  init(seed: Int) {
    state = UInt64(bitPattern: Int64(seed)) &* 0xD134_2543_DE82_EF95 &+ 0x9E37_79B9_7F4A_7C15
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from 0 to `count` - 1.
  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(count, 1))) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// An element of a list, which must not be empty.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for index in elements.indices.dropFirst() { elements.swapAt(index, below(index + 1)) }
    return elements
  }

  /// Some of the elements, at least one, in random order.
  mutating func some<Element>(_ elements: [Element], atMost limit: Int) -> [Element] {
    Array(shuffled(elements).prefix(1 + below(min(limit, elements.count))))
  }
}
