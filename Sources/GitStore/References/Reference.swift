/// A branch, tag, remote branch or other reference, and the commit it points to.
public struct Reference: Hashable, Sendable {
  /// The kind of a reference, by its prefix.
  public enum Kind: String, Hashable, Sendable {
    case branch, tag, remoteBranch, other

    static let folders: [(folder: String, kind: Kind)] = [
      ("refs/heads/", .branch), ("refs/remotes/", .remoteBranch), ("refs/tags/", .tag),
    ]

    init(of name: String) {
      self = Self.folders.first { name.hasPrefix($0.folder) }?.kind ?? .other
    }
  }

  /// The full name, such as `refs/heads/main`.
  public let name: String
  /// The kind of reference.
  public let kind: Kind
  /// The commit it points to, after symbolic references and annotated tags are followed.
  public let commit: ObjectID

  /// The name without `refs/heads/`, `refs/tags/` or `refs/remotes/`.
  public var shortName: String {
    String(name.split(separator: "/", maxSplits: 2).last ?? name[...])
  }
}

/// The references of a repository.
public struct References: Hashable, Sendable {
  /// References that point to a commit, ordered by name.
  public internal(set) var all: [Reference] = []
  /// Names of broken references: a symbolic reference without a target, a missing object, an unreadable file.
  ///
  /// A broken reference, often left by a deleted remote branch, does not prevent the others from being read;
  /// `git for-each-ref` also warns and continues.
  public internal(set) var broken: [String] = []
  /// Names of references to a tree or a blob, such as some tags. They are not part of the history.
  public internal(set) var others: [String] = []
}
