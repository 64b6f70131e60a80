/// The size of a node, with lengths in their range, and the heights at which its edges end.
struct NodeShape {
  let width: Int
  let height: Int
  /// The upper side of each row and the lower side of the last one, from the upper side of the box.
  private let rowTops: [Int]

  init(_ node: DiagramNode) {
    let lengths = 0...100_000
    width = node.width.clamped(to: lengths)
    var tops = [node.headerHeight.clamped(to: lengths)]
    tops.reserveCapacity(node.rowHeights.count + 1)
    var top = tops[0]
    for height in node.rowHeights {
      top += height.clamped(to: lengths)
      tops.append(top)
    }
    rowTops = tops
    height = top
  }

  /// The distance from the upper side of the box to a height within a row or the header: `part` of `parts` equal
  /// distances below the row's upper side.
  func offset(row: Int?, part: Int = 1, of parts: Int = 2) -> Int {
    guard let row, row >= 0, row + 1 < rowTops.count else { return rowTops[0] * part / parts }
    return rowTops[row] + (rowTops[row + 1] - rowTops[row]) * part / parts
  }

  /// A row that exists, or `nil` for the header.
  func row(_ row: Int?) -> Int? {
    guard let row, row >= 0, row + 1 < rowTops.count else { return nil }
    return row
  }
}
