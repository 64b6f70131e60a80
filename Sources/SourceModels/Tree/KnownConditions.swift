/// What is known about the build whose `#if` conditions are evaluated. A condition that does not follow from it is
/// unknown: then the declarations of all branches are read, and a difference between them is unresolved.
public struct KnownConditions: Sendable, Hashable, Codable {
  /// The operating system in `os(…)`, such as `iOS`; `nil` if it is not known.
  public var operatingSystem: String?
  /// The compilation conditions that are set.
  public var defined: Set<String>
  /// The compilation conditions that are not set.
  public var undefined: Set<String>

  /// Creates conditions; without arguments, only those of a release build of an app.
  public init(operatingSystem: String? = nil, defined: Set<String> = [], undefined: Set<String> = ["DEBUG"]) {
    self.operatingSystem = operatingSystem
    self.defined = defined
    self.undefined = undefined
  }
}
