/// A place in a file.
public struct Location: Sendable, Hashable {
  /// The path as the reader received it.
  public let path: String
  /// The line, counted from 1.
  public let line: Int

  /// Creates a location.
  public init(path: String, line: Int) {
    self.path = path
    self.line = line
  }
}

extension Location: CustomStringConvertible {
  /// The location as compilers print it, such as `App.xcdatamodel/contents:12`.
  public var description: String { "\(path):\(line)" }
}
