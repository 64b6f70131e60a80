/// Counts the crossings between two layers, as Barth, Jünger and Mutzel do in "Simple and Efficient Bilayer Cross
/// Counting" (2002): sorted by their left ends, the links cross as often as their right ends are out of order. They are
/// counted while they are merged. Links that share an end do not cross.
struct CrossingCount {
  /// The ends of a line between two layers. The heights are numbers that grow downward.
  struct Ends {
    var left: Int
    var right: Int
    /// The number of links that share the line. Where two lines cross, all of their links do.
    var weight = 1
  }

  private var ends: [Ends] = []
  private var merged: [Ends] = []

  /// The number of crossings of some lines.
  mutating func crossings(of lines: [Ends]) -> Int {
    ends = lines.sorted { $0.left == $1.left ? $0.right < $1.right : $0.left < $1.left }
    merged = ends
    var count = 0
    var width = 1
    while width < ends.count {
      var start = 0
      while start < ends.count {
        count += merge(start, min(start + width, ends.count), min(start + 2 * width, ends.count))
        start += 2 * width
      }
      swap(&ends, &merged)
      width *= 2
    }
    return count
  }

  /// Merges two ranges that are sorted by the right ends, and returns how many pairs of links were out of order.
  private mutating func merge(_ start: Int, _ middle: Int, _ end: Int) -> Int {
    var (first, second, place, count) = (start, middle, start, 0)
    var remaining = 0
    for index in start..<middle { remaining += ends[index].weight }
    while place < end {
      if second == end || (first < middle && ends[first].right <= ends[second].right) {
        merged[place] = ends[first]
        remaining -= ends[first].weight
        first += 1
      } else {
        merged[place] = ends[second]
        count += ends[second].weight * remaining
        second += 1
      }
      place += 1
    }
    return count
  }
}
