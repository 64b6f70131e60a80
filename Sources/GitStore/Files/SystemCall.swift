internal import SystemCalls

/// The error of the last system call, for `path`.
func systemError(_ path: String) -> GitError { GitError(SystemCallError(), path) }

/// Makes calls for `path`.
func systemCall<Result>(
  _ path: String, _ calls: () throws(SystemCallError) -> Result
) throws(GitError) -> Result {
  do {
    return try calls()
  } catch {
    throw GitError(error, path)
  }
}

extension GitError {
  fileprivate init(_ error: SystemCallError, _ path: String) {
    self = .system(path: path, errno: error.code, message: error.reason)
  }
}

/// Removes a file, whatever a clean-up meets. It is tried again, because nobody else would remove the file, and a file
/// system that had a failure may work the next time.
///
/// - Parameter isOwn: whether the file at the path is to be removed; called before each attempt.
func removeLeftover(_ path: String, if isOwn: (stat) -> Bool = { _ in true }) {
  for _ in 0..<3 {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return }
      continue
    }
    if !isOwn(status) || unlink(path) == 0 || errno == ENOENT { return }
  }
}
