extension Comparable {
  /// The value of a range that is nearest to this one.
  func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
