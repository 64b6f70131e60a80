/// A box of a diagram, such as a table or an entity: a header, and below it rows, such as columns or attributes.
/// Lengths are whole pixels. The layout reads a length below 0 as 0, and one above 100,000 as 100,000.
package struct DiagramNode: Sendable, Hashable {
  package var width: Int
  /// The height of the header, at the top of the box.
  package var headerHeight: Int
  /// The height of each row, from top to bottom.
  package var rowHeights: [Int]

  /// Describes a box by its lengths in pixels.
  package init(width: Int, headerHeight: Int, rowHeights: [Int] = []) {
    self.width = width
    self.headerHeight = headerHeight
    self.rowHeights = rowHeights
  }
}
