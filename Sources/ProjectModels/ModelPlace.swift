/// A place in a file of the repository.
public struct ModelPlace: Sendable, Hashable, Comparable {
  /// The path relative to the top of the repository.
  public let path: String
  /// The line, counted from 1.
  public let line: Int

  /// Creates a place.
  public init(path: String, line: Int) {
    self.path = path
    self.line = line
  }

  /// Compares the paths, then the lines.
  public static func < (one: ModelPlace, other: ModelPlace) -> Bool {
    (one.path, one.line) < (other.path, other.line)
  }
}

extension ModelPlace: CustomStringConvertible {
  /// The place as compilers print it, such as `Models.swift:12`.
  public var description: String { "\(path):\(line)" }
}

/// Something that prevents a model from being read, at the place where it is declared.
public struct ModelReadingProblem: Sendable, Hashable {
  /// `nil` if it is not in one place.
  public let place: ModelPlace?
  /// The problem as a clause in English that names what it is about.
  public let message: String
  /// What to do next, or `nil`.
  public let hint: String?
  /// The compilation condition on which it depends, or `nil`.
  let condition: String?

  /// Creates a problem.
  public init(place: ModelPlace?, message: String, hint: String? = nil) {
    self.init(place: place, message: message, hint: hint, condition: nil)
  }

  init(place: ModelPlace?, message: String, hint: String?, condition: String?) {
    self.place = place
    self.message = message
    self.hint = hint
    self.condition = condition
  }

  /// The place and the problem, as a compiler would print them.
  public var line: String { (place.map { "\($0): " } ?? "") + message }
}
