/// The arrangement of all pieces of a diagram on its page. Several page widths and, for the boxes without edges,
/// several numbers of columns are tried. The best has a small area and nearly the aspect ratio that the options ask
/// for.
enum Page {
  /// - Parameters:
  ///   - pieces: the components with edges between nodes.
  ///   - tiles: the boxes without edges to others.
  static func arrange(_ pieces: [Piece], tiles: [Piece], options: DiagramOptions) -> Piece {
    let sorted = pieces.indices.sorted {
      pieces[$0].height == pieces[$1].height ? $0 < $1 : pieces[$0].height > pieces[$1].height
    }.map { pieces[$0] }
    let counts = TileGrid.columnCounts(tiles, gap: options.partGap, aspectRatio: options.aspectRatio)
    var best: (page: Piece, cost: Double)?
    // Each attempt takes time for each piece. With many pieces, the first attempts are as good as the others.
    let attempts = pieces.count > 200 ? 3 : 16
    for count in counts.isEmpty ? [0] : counts {
      let grid = count > 0 ? TileGrid(tiles, columns: count, gap: options.partGap).piece : nil
      // The grid is the least interesting part, so it comes last, to a place that the others leave.
      let all = sorted + (grid.map { [$0] } ?? [])
      for width in widths(all, attempts: attempts, options: options) {
        let packing = PagePacking(all.map { ($0.width, $0.height) }, pageWidth: width, gap: options.partGap)
        let cost = cost(width: packing.width, height: packing.height, options: options)
        guard cost < best?.cost ?? .infinity else { continue }
        var page = Piece()
        for (piece, corner) in zip(all, packing.corners) { page.add(piece, x: corner.x, y: corner.y) }
        best = (page, cost)
      }
    }
    return best?.page ?? Piece()
  }

  private static func widths(_ pieces: [Piece], attempts: Int, options: DiagramOptions) -> [Int] {
    let least = pieces.map(\.width).max() ?? 0
    var area = 0.0
    for piece in pieces { area += Double(piece.width + options.partGap) * Double(piece.height + options.partGap) }
    let ideal = (area * options.aspectRatio).squareRoot()
    let widths = (0..<attempts).map { max(least, Int(ideal * (0.9 + 0.1 * Double($0)))) }
    return Set(widths).sorted()
  }

  /// The area of a page, times a factor for its distance from the aspect ratio.
  private static func cost(width: Int, height: Int, options: DiagramOptions) -> Double {
    let (width, height) = (Double(width + options.margin * 2 + 1), Double(height + options.margin * 2 + 1))
    let ratio = width / height / options.aspectRatio
    return width * height * (0.75 + 0.25 * max(ratio, 1 / ratio))
  }
}
