/// Distances of a diagram, in whole pixels, and the shape of its page. The layout reads a distance below 0 as 0 and one
/// above 10,000 as 10,000.
package struct DiagramOptions: Sendable, Hashable {
  /// The distance between two layers, in which the edges change their height.
  package var layerGap = 64
  /// The least distance between two boxes of a layer, one above the other.
  package var nodeGap = 28
  /// The least distance between an edge and another edge, or a box that it passes.
  package var edgeGap = 12
  /// The distance between parts of the diagram that no edge connects.
  package var partGap = 40
  /// The empty space around the diagram.
  package var margin = 16
  /// The width of the page divided by its height, from 0.1 to 10. The packing of the parts comes as close to it as it
  /// can without wasting much space.
  package var aspectRatio = 1.6
  /// The height up to which one layer holds its boxes one above the other. A higher layer is split if it is also high
  /// in relation to the size of its part.
  package var layerHeight = 1600

  /// The default distances.
  package init() {}

  /// The options with each value moved into its range.
  var clamped: DiagramOptions {
    let lengths = 0...10_000
    var options = self
    options.layerGap = layerGap.clamped(to: lengths)
    options.nodeGap = nodeGap.clamped(to: lengths)
    options.edgeGap = edgeGap.clamped(to: lengths)
    options.partGap = partGap.clamped(to: lengths)
    options.margin = margin.clamped(to: lengths)
    options.layerHeight = layerHeight.clamped(to: 0...1_000_000)
    options.aspectRatio = aspectRatio.isNaN ? 1.6 : aspectRatio.clamped(to: 0.1...10)
    return options
  }
}
