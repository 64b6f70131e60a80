/// A laid out part of a diagram, with coordinates from its own upper left corner.
struct Piece {
  /// The boxes, with the index of the node of each.
  var boxes: [(node: Int, box: DiagramBox)] = []
  /// The lines, with the index of the edge of each.
  var routes: [(edge: Int, route: DiagramRoute)] = []
  var width = 0
  var height = 0

  /// Adds a piece whose upper left corner comes to a point of this one.
  mutating func add(_ piece: Piece, x: Int, y: Int) {
    for (node, box) in piece.boxes { boxes.append((node, box.moved(right: x, down: y))) }
    for (edge, route) in piece.routes { routes.append((edge, route.moved(right: x, down: y))) }
    width = max(width, x + piece.width)
    height = max(height, y + piece.height)
  }
}
