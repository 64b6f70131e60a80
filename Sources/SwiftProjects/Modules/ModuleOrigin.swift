/// The file that says which sources a module has.
public enum ModuleOrigin: Sendable, Hashable {
  /// The path of a `Package.swift`.
  case package(String)
  /// The path of a `project.pbxproj`.
  case xcode(String)
  /// The path of a `project.yml` from which XcodeGen makes a project.
  case xcodeGen(String)
  /// No project says it: the module is the Swift files below this folder, which is a guess. The path is empty for files
  /// beside the folders.
  case folder(String)
}
