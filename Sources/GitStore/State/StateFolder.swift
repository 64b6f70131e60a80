internal import SystemCalls

/// The user's folder for what this machine remembers between runs, outside of every repository.
public struct StateFolder: Hashable, Sendable {
  /// An absolute path. The folder may not exist.
  public let path: String

  /// Creates the place with this absolute path.
  public init(path: String) { self.path = path }

  /// The folder that the variables name: `$XDG_STATE_HOME/schemaledger`, or a folder below `$HOME` if that is not set.
  /// `nil` if neither names an absolute path.
  ///
  /// > All paths set in these environment variables must be absolute. If an implementation encounters a relative path in
  /// > any of these variables it should consider the path invalid and ignore it.
  ///
  /// [XDG Base Directory Specification](https://specifications.freedesktop.org/basedir-spec/latest/)
  public init?(_ variables: [String: String]) {
    func folder(_ name: String) -> String? {
      variables[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let base = folder("XDG_STATE_HOME") ?? folder("HOME").map({ $0 + usualStateFolder }) else { return nil }
    path = base + "/schemaledger"
  }
}
