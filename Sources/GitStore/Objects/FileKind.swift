/// The kind of a file in a repository. A folder has none.
public enum FileKind: String, Hashable, Sendable {
  case file, executable, symlink, submodule
}
