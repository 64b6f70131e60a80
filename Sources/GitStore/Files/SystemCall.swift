#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Makes a system call, and makes it again if a signal has interrupted it: "If a signal handler is invoked while a
/// system call or library function call is blocked", some calls fail with EINTR even with `SA_RESTART`.
/// <https://man7.org/linux/man-pages/man7/signal.7.html>
func uninterrupted<Number: SignedInteger>(_ call: () -> Number) -> Number {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// The error of the last system call, for `path`.
func systemError(_ path: String) -> GitError {
  let code = errno
  return .system(path: path, errno: code, message: String(cString: strerror(code)))
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
