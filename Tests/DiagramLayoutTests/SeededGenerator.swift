/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014): the same numbers for a
/// seed in every run.
struct SeededGenerator {
  private var state: UInt64

  init(seed: Int) {
    state = UInt64(truncatingIfNeeded: seed)
  }

  private mutating func bits() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }

  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(bits() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  /// Whether something happens that happens in so many of a hundred cases.
  mutating func happens(percent: Int) -> Bool {
    number(in: 1...100) <= percent
  }
}
