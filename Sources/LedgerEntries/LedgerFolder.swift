/// The files of a ledger folder other than entries.
public enum LedgerFolder {
  /// The paths and contents of the files of a ledger at `path`.
  public static func files(at path: String) -> [(String, [UInt8])] {
    [(path + "/.gitattributes", Array(attributes.utf8)), (path + "/README.md", Array(readme.utf8))]
  }

  /// The attributes with which Git checks every file out as it is stored, whatever the files of attributes above the ledger say.
  package static let allFiles = "* -text -ident -filter !working-tree-encoding"

  /// The attributes prevent conversions, such as that of line ends by `core.autocrlf`, which would change every digest, and text
  /// merges of two databases.
  static let attributes = """
    # Frozen files are compared byte by byte.
    \(allFiles)
    *.sqlite -merge diff=schemaledger

    """

  static let readme = """
    # Schema ledger

    Each folder in `Fixtures/` is one version of the database schema that has shipped: the database itself, its schema as
    text and as data, and `entry.json`, which names their digests and the entries before. They are frozen: databases of
    that version are on machines that nobody here can reach, and every future version has to be able to migrate them.

    Never edit, rename or delete anything here. `schemaledger freeze VERSION` adds a version, `schemaledger check` tells
    whether anything frozen has changed, and `schemaledger verify --all-history` migrates every version that was ever
    frozen to today's schema.

    """
}
