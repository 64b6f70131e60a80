/// One entry of a tree object.
public struct TreeEntry: Hashable, Sendable {
  /// The name, without the folder.
  public let name: String
  /// The blob, the tree, or a submodule's commit.
  public let id: ObjectID
  /// The mode.
  public let mode: Mode

  /// The mode as Git writes it: `040000`, `100644`, `100755`, `120000` or `160000`, and `100664` in old histories.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// The mode bits.
    public let rawValue: UInt32
    /// Creates a mode from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A folder.
    public static let tree = Mode(rawValue: 0o040000)
    /// A regular file.
    public static let file = Mode(rawValue: 0o100644)
    /// An executable regular file.
    public static let executable = Mode(rawValue: 0o100755)
    /// A symbolic link.
    public static let symlink = Mode(rawValue: 0o120000)
    /// A submodule.
    public static let submodule = Mode(rawValue: 0o160000)
  }

  /// The kind of file; `nil` for a folder.
  public var kind: FileKind? { mode.kind }
}

extension TreeEntry.Mode {
  var kind: FileKind? {
    switch rawValue & 0o170000 {
    case 0o040000: nil
    case 0o120000: .symlink
    case 0o160000: .submodule
    default: rawValue & 0o100 == 0 ? .file : .executable
    }
  }
}
