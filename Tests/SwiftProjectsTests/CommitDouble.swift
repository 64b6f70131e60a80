import SwiftProjects

/// A commit in memory.
struct CommitDouble {
  var files: [String: String]

  func modules() throws -> SwiftProjects {
    try SwiftProjects(paths: Array(files.keys)) { files[$0].map { Array($0.utf8) } }
  }

  /// A commit with one package at its root, and empty Swift files.
  static func package(_ manifest: String, _ sources: String..., version: String = "6.0") -> CommitDouble {
    var files = Dictionary(uniqueKeysWithValues: sources.map { ($0, "") })
    files["Package.swift"] = "// swift-tools-version: \(version)\nimport PackageDescription\n" + manifest
    return CommitDouble(files: files)
  }

  /// A commit with one Xcode project, whose objects are given without the target's configurations.
  static func project(_ objects: String, _ paths: String...) -> CommitDouble {
    var files = Dictionary(uniqueKeysWithValues: paths.map { ($0, "") })
    files["App.xcodeproj/project.pbxproj"] = """
      // !$*UTF8*$!
      {
        archiveVersion = 1;
        objects = {
      \(objects)
        };
        rootObject = ROOT /* Project object */;
      }
      """
    return CommitDouble(files: files)
  }
}
