extension Array where Element: Hashable {
  /// The elements without repetitions, in their order.
  package var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
