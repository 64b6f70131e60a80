/// One module of a commit: the Swift files that a target compiles together.
public struct SourceModule: Sendable, Hashable {
  /// The name by which other modules import it.
  public let name: String
  /// The name of the target, which may have characters that a module name cannot have.
  public let target: String
  /// What the target is built into.
  public let kind: ModuleKind
  /// The file that describes the target.
  public let origin: ModuleOrigin
  /// The Swift files, sorted.
  public let sources: [String]
  /// Those of ``sources`` that are development assets, such as `Preview Content`: a release build leaves them out.
  public let previews: [String]
  /// The `.xcdatamodeld` and `.xcdatamodel` folders that the target compiles, sorted.
  public let models: [String]
  /// The names of modules of the same commit that the target depends on or links, sorted.
  public let dependencies: [String]
  /// The settings that decide how the sources are read.
  public let conditions: BuildConditions
  /// The entitlements of the target; `nil` if they are not known, as for a package.
  public let entitlements: Entitlements?

  /// True if no project file says which files belong together.
  public var isGuess: Bool {
    if case .folder = origin { true } else { false }
  }
}
