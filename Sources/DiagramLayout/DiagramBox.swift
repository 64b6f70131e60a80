/// Where a node is: its upper left corner and its size, in pixels.
package struct DiagramBox: Sendable, Hashable {
  package var x: Int
  package var y: Int
  package var width: Int
  /// The height of the header and all rows together.
  package var height: Int

  /// Describes a box by its upper left corner and its size.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The x-coordinate of the right side.
  package var right: Int { x + width }
  /// The y-coordinate of the lower side.
  package var bottom: Int { y + height }

  func moved(right: Int, down: Int) -> DiagramBox {
    DiagramBox(x: x + right, y: y + down, width: width, height: height)
  }
}
