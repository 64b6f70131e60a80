internal import CLibgit2

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// libgit2 itself: started once per process, at the first repository, and never shut down.
///
/// Starting costs about 3 to 7 ms, and nearly all of it is reading the system's certificate bundle, for connections
/// this library never makes. No option avoids that: with mbedTLS (Debian's build) `git_mbedtls_stream_global_init`
/// reads the location that was compiled in whatever was set before, and `GIT_OPT_SET_SSL_CERT_LOCATIONS` before
/// `git_libgit2_init` writes through a configuration that does not exist yet. So: as late as possible, and once.
///
/// There is no shutdown because handles may be freed at any time up to the end of the process.
enum Library {
  /// The extensions whose repositories are safe to read and to commit to with what is done here.
  ///
  /// libgit2 1.5 knows only `noop` and refuses all others by name, although
  /// * `partialclone` only means that objects may be missing, which is ``GitError/missingObject(_:promised:)``;
  /// * `preciousobjects` forbids deleting objects, which never happens here;
  /// * `worktreeconfig` adds a file of configuration, which ``Repository`` adds;
  /// * `relativeworktrees` writes relative paths into two files, which ``Repository`` resolves;
  /// * `objectformat` and `refstorage` may name the default, which ``Repository`` checks.
  ///
  /// <https://git-scm.com/docs/repository-version>
  static let readableExtensions = [
    "partialclone", "preciousobjects", "worktreeconfig", "relativeworktrees", "objectformat", "refstorage",
  ]

  private static let started: (code: Int32, message: String) = {
    let code = git_libgit2_init()
    guard code >= 0 else { return (code, lastErrorMessage()) }
    let names = readableExtensions.map { strdup($0) }
    defer { for name in names { free(name) } }
    var pointers = names.map { UnsafePointer($0) }
    // The names are copied by the library.
    let extensions = clibgit2_set_extensions(&pointers, pointers.count)
    guard extensions >= 0 else { return (extensions, lastErrorMessage()) }
    // A walk reads each commit and each tree once; keeping them would only cost memory that grows with the history.
    clibgit2_set_cache_object_limit(GIT_OBJECT_COMMIT, 0)
    clibgit2_set_cache_object_limit(GIT_OBJECT_TREE, 0)
    // Hashing every object again when it is read doubles the time of a walk; `git` does not do it either.
    // What is shown or relied upon, blobs and commits by name, is hashed where it is read: `Repository.verifiedObject`.
    clibgit2_enable_strict_hash_verification(0)
    return (code, "")
  }()

  /// Starts libgit2 unless it was.
  static func start() throws(GitError) {
    let result = started
    if result.code < 0 {
      throw .other(operation: .startLibrary, code: result.code, message: result.message)
    }
  }
}
