/// A description from which a tool generates an Xcode project that the commit does not have.
public struct ProjectGenerator: Sendable, Hashable {
  public enum Tool: String, Sendable, Hashable {
    /// `project.yml`: https://github.com/yonaskolb/XcodeGen
    case xcodeGen = "XcodeGen"
    /// `Project.swift`: https://docs.tuist.dev
    case tuist = "Tuist"
  }

  public let tool: Tool
  public let path: String

  /// Creates a description.
  public init(tool: Tool, path: String) {
    self.tool = tool
    self.path = path
  }
}
