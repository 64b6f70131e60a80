/// Packs rectangles into a page by the bottom-left heuristic on a skyline (Burke, Kendall and Whitwell, "A New
/// Placement Heuristic for the Orthogonal Stock-Cutting Problem", 2004, use the same outline): each comes to the
/// highest place where it fits, and of several to the leftmost.
struct PagePacking {
  /// The upper left corner of each rectangle.
  private(set) var corners: [DiagramPoint]
  private(set) var width = 0
  private(set) var height = 0
  /// The outline of what is placed: from `x` on, the page is free below `bottom`.
  private var outline: [(x: Int, bottom: Int)] = [(0, 0)]

  /// - Parameters:
  ///   - sizes: the rectangles, in the order in which they are placed. None is wider than the page.
  ///   - gap: the distance between two rectangles.
  init(_ sizes: [(width: Int, height: Int)], pageWidth: Int, gap: Int) {
    corners = []
    for size in sizes {
      let corner = place(width: size.width, gap: gap, pageWidth: pageWidth)
      corners.append(corner)
      cover(corner, width: size.width + gap, bottom: corner.y + size.height + gap)
      width = max(width, corner.x + size.width)
      height = max(height, corner.y + size.height)
    }
  }

  private func place(width: Int, gap: Int, pageWidth: Int) -> DiagramPoint {
    var best: DiagramPoint?
    for start in outline.indices {
      let x = outline[start].x
      guard x == 0 || x + width <= pageWidth else { break }
      var y = outline[start].bottom
      var next = start + 1
      while next < outline.count, outline[next].x < x + width + gap, y < best?.y ?? .max {
        y = max(y, outline[next].bottom)
        next += 1
      }
      if y < best?.y ?? .max { best = DiagramPoint(x: x, y: y) }
    }
    return best ?? DiagramPoint(x: 0, y: outline.map(\.bottom).max() ?? 0)
  }

  private mutating func cover(_ corner: DiagramPoint, width: Int, bottom: Int) {
    guard width > 0 else { return }
    let right = corner.x + width
    let first = outline.firstIndex { $0.x >= corner.x } ?? outline.count
    var next = first
    var bottomAtRight = first > 0 ? outline[first - 1].bottom : 0
    while next < outline.count, outline[next].x <= right {
      bottomAtRight = outline[next].bottom
      next += 1
    }
    outline.replaceSubrange(first..<next, with: [(corner.x, bottom), (right, bottomAtRight)])
  }
}
