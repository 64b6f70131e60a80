/// The Swift sources of one commit or work tree. An implementation reads them from wherever they are.
public protocol SourceTree {
  /// The Swift files, with paths relative to the repository, separated by `/`.
  var files: [SourceFile] { get }
  /// The contents of one of ``files``.
  func bytes(of file: SourceFile) throws -> [UInt8]
  /// Creates a function that another thread can call like ``bytes(of:)``; `nil` if there is none.
  func concurrentReader() -> (@Sendable (SourceFile) throws -> [UInt8])?
}

extension SourceTree {
  /// There is none.
  public func concurrentReader() -> (@Sendable (SourceFile) throws -> [UInt8])? { nil }
}

/// A file of a ``SourceTree``.
public struct SourceFile: Sendable, Hashable, Comparable {
  /// The path relative to the repository.
  public let path: String
  /// Identifies the contents: files with equal identifiers have equal contents. In Git, the blob's identifier.
  public let contentID: String

  /// Creates a file from its path and the identifier of its contents.
  public init(path: String, contentID: String) {
    self.path = path
    self.contentID = contentID
  }

  /// Compares the paths.
  public static func < (one: SourceFile, other: SourceFile) -> Bool { one.path < other.path }
}

/// A module of the repository: a target of a package or of an Xcode project.
public struct ModulePaths: Sendable, Hashable {
  /// The module's name in `import`.
  public let name: String
  /// Folders and files, relative to the repository. An empty path is the whole repository. A file belongs to the module
  /// with the longest path that contains it.
  public let paths: [String]
  /// Whether no project says which files it has. A name that none of its files declares may then be that of another module
  /// of this kind.
  public let isGuess: Bool

  /// Creates a module from its name and its folders or files.
  public init(name: String, paths: [String], isGuess: Bool = false) {
    self.name = name
    self.paths = paths
    self.isGuess = isGuess
  }
}

/// A place in a source file.
public struct SourceLocation: Sendable, Hashable, Codable, Comparable {
  /// The path relative to the repository.
  public let path: String
  /// The line, from 1.
  public let line: Int

  /// Creates a location from its path and its line, counted from 1.
  public init(path: String, line: Int) {
    self.path = path
    self.line = line
  }

  /// Compares the paths, then the lines.
  public static func < (one: SourceLocation, other: SourceLocation) -> Bool {
    (one.path, one.line) < (other.path, other.line)
  }
}
