extension FuzzTarget {
  /// An executable target cannot be linked with the command-line program, whose reports the tests write.
  static let writers: [FuzzTarget] = []
}
