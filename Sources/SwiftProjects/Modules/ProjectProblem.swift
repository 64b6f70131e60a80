/// Something in a project file that could not be read, with its place. Nothing was guessed instead.
public struct ProjectProblem: Sendable, Hashable {
  /// What could not be read.
  public enum Reason: Sendable, Hashable {
    /// The file has more bytes than ``SwiftProjects/largestProjectFile``.
    case tooLarge(bytes: Int)
    /// The path is listed, but the file could not be read.
    case unreadable
    case notUTF8
    /// A merge left its conflict markers in the file.
    case mergeMarkers
    /// The file ends inside a value.
    case cutOff
    /// Another character was expected.
    case unexpected(String)
    /// Values are nested more deeply than any project nests them.
    case tooDeep
    /// The file is a property list, but not a project.
    case notAProject
    /// The identifier of an object occurs twice.
    case duplicateObject(String)
    /// An object refers to an identifier that no object has.
    case missingObject(String)
    /// A group contains itself.
    case cyclicGroup(String)
    /// A target compiles a file that the commit does not have.
    case missingFile(String)
    /// The path leads out of the repository, or depends on where Xcode is installed.
    case outsideRepository(String)
    /// The exception names a folder of Swift files; what Xcode does then is not known.
    case exceptionIsFolder(String)
    /// The exception set is of a kind whose effect on sources is not known.
    case unknownExceptionSet(String)
    /// The build setting refers to something that only Xcode knows.
    case unresolvedSetting(String)
    /// Build settings come from a configuration file, which is not read.
    case settingsFile(String)
    /// The manifest computes this part of the target or package. A target whose name or path is computed is left out. If its
    /// `exclude` or `sources` is computed, the module has all files of its folder, which may be too many.
    case computed(String)
    /// The targets exist under a condition only.
    case conditional(String)
    /// SwiftPM would not find the folder of this target.
    case missingFolder(target: String)
  }

  /// The project file.
  public let path: String
  /// The line, from 1; nil if the problem is that of the whole file.
  public let line: Int?
  /// What could not be read.
  public let reason: Reason

  /// Creates a problem.
  public init(path: String, line: Int?, reason: Reason) {
    self.path = path
    self.line = line
    self.reason = reason
  }
}
