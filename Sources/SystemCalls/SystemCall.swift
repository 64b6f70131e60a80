/// A call of the system that has failed.
package struct SystemCallError: Error {
  /// `errno`
  package let code: Int32
  /// In the words of the system, such as "Permission denied".
  package var reason: String { String(cString: strerror(code)) }

  /// The error of this thread's last call.
  package init() { code = errno }
}

/// Makes a system call, and makes it again if a signal has interrupted it: "If a signal handler is invoked while a
/// system call or library function call is blocked", some calls fail with EINTR even with `SA_RESTART`.
/// <https://man7.org/linux/man-pages/man7/signal.7.html>
package func uninterrupted<Number: SignedInteger>(_ call: () -> Number) -> Number {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
