/// The modules of one commit, as its packages and Xcode projects describe them.
public struct SwiftProjects: Sendable, Hashable {
  /// The most bytes that a project file may have. The largest project that was measured has 0.7 MB.
  public static let largestProjectFile = 32 << 20

  /// The modules, by name and then target.
  public let modules: [SourceModule]
  /// The Swift files that no target builds, without manifests, sorted.
  public let unbuilt: [String]
  /// The descriptions of Xcode projects that the commit does not have.
  public let generators: [ProjectGenerator]
  /// The workspaces, also those inside of projects.
  public let workspaces: [Workspace]
  /// What could not be read, by path and line.
  public let problems: [ProjectProblem]

  /// Reads the projects among `paths`. Paths are relative to the repository and use `/`; `read` returns the bytes of a
  /// path, or nil if it has none (a submodule, a missing object). Only project files are read.
  ///
  /// - Throws: What `read` throws.
  public init(paths: [String], read: (String) throws -> [UInt8]?) throws {
    let files = CommitFiles(paths: paths)
    var reading = ProjectReading(files: files)
    for path in files.sorted where Self.isProjectFile(path) {
      try reading.read(path, with: read)
    }
    let result = reading.finish()
    modules = result.modules
    unbuilt = result.unbuilt
    generators = result.generators
    workspaces = result.workspaces
    problems = result.problems
  }

  /// The modules that compile a file: several targets may share it.
  public func modules(compiling path: String) -> [SourceModule] {
    modules.filter { $0.sources.contains(path) }
  }

  /// Whether ``modules`` are all that a build has: there is a project, and nothing in it that was not read can be a target or
  /// a file of one. Only then does a file of no module have no effect.
  public var hasAllTargets: Bool {
    modules.contains { !$0.isGuess } && !problems.contains { $0.reason.mayHideTargets }
  }

  static func isProjectFile(_ path: String) -> Bool {
    switch PathName.last(of: path) {
    case "Package.swift", "project.pbxproj", "contents.xcworkspacedata", "project.yml", "project.yaml", "Project.swift":
      true
    case let name: name.hasSuffix(".entitlements")
    }
  }
}

extension ProjectProblem.Reason {
  /// Whether a target, or one of its files, may be missing in what was read.
  fileprivate var mayHideTargets: Bool {
    switch self {
    case .missingFile, .outsideRepository, .exceptionIsFolder, .unknownExceptionSet, .unresolvedSetting, .settingsFile:
      false
    default: true
    }
  }
}
