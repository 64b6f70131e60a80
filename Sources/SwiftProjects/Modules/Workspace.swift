/// A workspace and the projects and packages that it opens.
public struct Workspace: Sendable, Hashable {
  /// The path of the `.xcworkspace`.
  public let path: String
  /// The paths that it refers to, relative to the repository.
  public let members: [String]

  /// Creates a workspace.
  public init(path: String, members: [String]) {
    self.path = path
    self.members = members
  }
}
