internal import CGitStore
internal import CLibgit2

/// The libgit2 library: initialised once per process, when the first repository is opened, and never shut down.
///
/// Initialisation takes about 3 to 7 ms, nearly all of it for reading the system's certificate bundle, which is needed
/// only for network connections that this library never makes. No option avoids it. With mbedTLS (Debian's build),
/// `git_mbedtls_stream_global_init` reads the compiled-in location whatever was set before, and
/// `GIT_OPT_SET_SSL_CERT_LOCATIONS` before `git_libgit2_init` writes through a configuration that does not exist yet.
/// Therefore initialisation happens as late as possible.
///
/// The library is not shut down, because handles may be freed at any time until the process ends.
enum Library {
  /// Repository extensions that this module handles correctly when it reads and commits.
  ///
  /// libgit2 1.5 supports only `noop` and rejects all others by name, although
  ///
  /// * `partialclone` only means that objects may be missing, which is reported as
  ///   ``GitError/missingObject(_:promised:)``;
  /// * `preciousobjects` forbids deleting objects, which this module never does;
  /// * `worktreeconfig` adds a configuration file, which ``Repository`` reads;
  /// * `relativeworktrees` writes relative paths into two files, which ``Repository`` resolves;
  /// * `objectformat` and `refstorage` may have their default values, which ``Repository`` checks.
  ///
  /// <https://git-scm.com/docs/repository-version>
  static let readableExtensions = [
    "partialclone", "preciousobjects", "worktreeconfig", "relativeworktrees", "objectformat", "refstorage",
  ]

  private static let started: (code: Int32, message: String) = {
    let allocator = schemaledger_set_git_allocator()
    guard allocator >= 0 else { return (allocator, lastErrorMessage()) }
    let code = git_libgit2_init()
    guard code >= 0 else { return (code, lastErrorMessage()) }
    // libgit2 copies the names.
    let extensions = withCStrings(readableExtensions) { names in
      var pointers = names.map { UnsafePointer($0) }
      return clibgit2_set_extensions(&pointers, pointers.count)
    }
    guard extensions >= 0 else { return (extensions, lastErrorMessage()) }
    // A walk reads each commit and each tree once; caching them would only make memory use grow with the history.
    clibgit2_set_cache_object_limit(GIT_OBJECT_COMMIT, 0)
    clibgit2_set_cache_object_limit(GIT_OBJECT_TREE, 0)
    // Hashing every object when it is read doubles the time of a walk, and `git` does not do it either. Content that is
    // displayed or that decisions depend on (blobs, and commits read by name) is hashed by `Repository.verifiedObject`.
    clibgit2_enable_strict_hash_verification(0)
    // ``Ownership`` checks who a repository belongs to.
    clibgit2_set_owner_validation(0)
    return (code, "")
  }()

  /// Initialises libgit2 if it has not been initialised yet.
  static func start() throws(GitError) {
    let result = started
    if result.code < 0 {
      throw .other(operation: .startLibrary, code: result.code, message: result.message)
    }
  }
}
