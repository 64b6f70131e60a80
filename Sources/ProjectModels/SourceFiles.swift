internal import GitStore
internal import SwiftProjects

/// The files of a snapshot that can declare models.
struct SourceFiles {
  /// Folders in which package managers and builds put third-party sources.
  private static let thirdParty: Set<String> = [
    ".build", "Build", "Carthage", "DerivedData", "Pods", "SourcePackages", "checkouts",
  ]

  let snapshot: FileSnapshot
  /// All files of the repository but third-party sources.
  let all: [FileSnapshot.File]
  private let folder: String

  /// - Parameter folder: the folder whose files are read; empty for the whole repository.
  /// - Throws: `GitError`.
  init(in snapshot: FileSnapshot, under folder: String) throws {
    self.snapshot = snapshot
    self.folder = folder
    all = try snapshot.files(under: "").filter { file in
      (file.kind == .file || file.kind == .executable)
        && !file.path.split(separator: "/").dropLast().contains { Self.thirdParty.contains(String($0)) }
    }
  }

  /// Whether a file is below the folder.
  func isBelow(_ path: String) -> Bool { folder.isEmpty || path == folder || path.hasPrefix(folder + "/") }

  /// The packages and Xcode projects of the repository.
  ///
  /// - Throws: `GitError`.
  func projects() throws -> SwiftProjects {
    try SwiftProjects(paths: all.map(\.path)) { try snapshot.read($0) }
  }
}
