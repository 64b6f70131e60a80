/// A model that cannot be read, with everything that prevents it.
public struct CoreDataModelError: Error, Sendable, Hashable {
  /// The problems in the order of the file; never empty.
  public let problems: [ModelProblem]

  /// Creates an error.
  public init(_ problems: [ModelProblem]) { self.problems = problems }
}

extension CoreDataModelError: CustomStringConvertible {
  /// One line for each problem.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
