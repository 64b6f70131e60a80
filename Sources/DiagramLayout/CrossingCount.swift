/// Counts the crossings between two layers, as Barth, Jünger and Mutzel do in "Simple and Efficient Bilayer Cross Counting"
/// (2002): sorted by their left ends, the links cross as often as their right ends are out of order. They are counted while
/// they are merged. Links that share an end do not cross.
struct CrossingCount {
  private var keys: [Int] = []
  private var merged: [Int] = []

  /// - Parameter ends: for each link between the two layers, the heights of its ends as numbers that grow downward.
  mutating func crossings(of ends: inout [(left: Int, right: Int)]) -> Int {
    ends.sort { $0.left == $1.left ? $0.right < $1.right : $0.left < $1.left }
    keys.removeAll(keepingCapacity: true)
    for end in ends { keys.append(end.right) }
    merged = keys
    var count = 0
    var width = 1
    while width < keys.count {
      var start = 0
      while start < keys.count {
        count += merge(start, min(start + width, keys.count), min(start + 2 * width, keys.count))
        start += 2 * width
      }
      swap(&keys, &merged)
      width *= 2
    }
    return count
  }

  /// Merges two sorted ranges, and returns how many pairs of them were out of order.
  private mutating func merge(_ start: Int, _ middle: Int, _ end: Int) -> Int {
    var (first, second, place, count) = (start, middle, start, 0)
    while place < end {
      if second == end || (first < middle && keys[first] <= keys[second]) {
        merged[place] = keys[first]
        first += 1
      } else {
        merged[place] = keys[second]
        second += 1
        count += middle - first
      }
      place += 1
    }
    return count
  }
}
