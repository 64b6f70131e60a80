/// An operation that can fail, described by words that follow "could not".
public struct Operation: RawRepresentable, Hashable, Sendable {
  /// The words, such as "read the index".
  public let rawValue: String
  /// Creates an operation from words that follow "could not".
  public init(rawValue: String) { self.rawValue = rawValue }
  init(_ words: String) { rawValue = words }
}

extension Operation {
  static let startLibrary = Operation("start libgit2")
  static let openRepository = Operation("open the repository")
  static let readConfiguration = Operation("read the configuration")
  static let writeConfiguration = Operation("write the configuration")
  static let readHead = Operation("read HEAD")
  static let readHistory = Operation("read the history")
  static let readReferences = Operation("read the references")
  static let resolveRevision = Operation("resolve the revision")
  static let readObject = Operation("read an object")
  static let writeObject = Operation("write an object")
  static let openIndex = Operation("open the index")
  static let writeIndex = Operation("write the index")
  static let readIgnoreRules = Operation("read the ignore rules")
  static let buildTree = Operation("build the tree")
  static let compareWorkTree = Operation("compare the work tree with the index")
  static let checkOut = Operation("check out files into a temporary folder")
  static let createCommit = Operation("create the commit")
  static let moveReference = Operation("move the reference")
}
