extension Piece {
  /// Pieces in rows, the highest first. The width of the page comes close to the aspect ratio that the options ask for.
  static func page(of pieces: [Piece], options: DiagramOptions) -> Piece {
    let gap = options.partGap
    let area = pieces.reduce(0.0) { $0 + Double($1.width + gap) * Double($1.height + gap) }
    let width = max(pieces.map(\.width).max() ?? 0, Int((area * options.aspectRatio).squareRoot()))
    var page = Piece()
    var (x, y, height) = (0, 0, 0)
    for piece in pieces.enumerated().sorted(by: { ($1.element.height, $0.offset) < ($0.element.height, $1.offset) })
      .map(\.element)
    {
      if x > 0, x + piece.width > width { (x, y, height) = (0, y + height + gap, 0) }
      page.add(piece, x: x, y: y)
      x += piece.width + gap
      height = max(height, piece.height)
    }
    return page
  }
}
