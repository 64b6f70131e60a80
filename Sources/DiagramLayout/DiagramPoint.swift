/// A point of a diagram, in pixels from its left and upper border.
package struct DiagramPoint: Sendable, Hashable {
  package var x: Int
  package var y: Int

  /// Names a point by its distances from the left and upper border.
  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  func moved(right: Int, down: Int) -> DiagramPoint {
    DiagramPoint(x: x + right, y: y + down)
  }
}
