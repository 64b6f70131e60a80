/// A description from which a tool generates an Xcode project that the commit does not have.
public struct ProjectGenerator: Sendable, Hashable {
  /// The tools that generate projects.
  public enum Tool: String, Sendable, Hashable {
    /// `project.yml`: https://github.com/yonaskolb/XcodeGen
    case xcodeGen = "XcodeGen"
    /// `Project.swift`: https://docs.tuist.dev
    case tuist = "Tuist"
  }

  /// The tool that reads the description.
  public let tool: Tool
  /// The path of the description.
  public let path: String

  /// Creates a description.
  public init(tool: Tool, path: String) {
    self.tool = tool
    self.path = path
  }
}
