/// Boxes without edges to others, in columns of equal width. Each comes to the column that is shortest so far, so that
/// their order is nearly that of reading.
struct TileGrid {
  private(set) var piece = Piece()

  init(_ tiles: [Piece], columns: Int, gap: Int) {
    let width = tiles.map(\.width).max() ?? 0
    var bottoms = [Int](repeating: 0, count: max(columns, 1))
    for tile in tiles {
      var shortest = 0
      for column in bottoms.indices where bottoms[column] < bottoms[shortest] { shortest = column }
      piece.add(tile, x: shortest * (width + gap), y: bottoms[shortest])
      bottoms[shortest] += tile.height + gap
    }
  }

  /// Numbers of columns that are worth a try: a few columns, and numbers near that of a page with an aspect ratio.
  static func columnCounts(_ tiles: [Piece], gap: Int, aspectRatio: Double) -> [Int] {
    guard !tiles.isEmpty else { return [] }
    let width = Double((tiles.map(\.width).max() ?? 0) + gap)
    let height = tiles.reduce(0.0) { $0 + Double($1.height + gap) }
    let ideal = (aspectRatio * (height + 1) / (width + 1)).squareRoot()
    let near = [0.5, 0.7, 0.85, 1, 1.2, 1.5, 2.0].map { Int((ideal * $0).clamped(to: 1...Double(tiles.count))) }
    let few = Array(1...min(tiles.count, 8))
    return Set(near + few).sorted()
  }
}
