internal import CLibgit2

/// Calls libgit2, and throws if the call returns a negative code. Every call to libgit2 goes through this function or
/// one of its variants below.
///
/// "Return codes: functions return 0 on success and < 0 on error, then `git_error_last` gives details." After a
/// successful call, the last error may be a stale one from inside the library, so it is read only after a negative
/// code.
@discardableResult
func git(_ operation: Operation, _ call: () -> Int32) throws(GitError) -> Int32 {
  let code = call()
  guard code < 0 else { return code }
  throw failure(operation, code)
}

/// Like ``git(_:_:)``, but returns `false` for `GIT_ENOTFOUND`, and `true` on success.
func gitFinds(_ operation: Operation, _ call: () -> Int32) throws(GitError) -> Bool {
  let code = call()
  if code == GIT_ENOTFOUND.rawValue { return false }
  guard code < 0 else { return true }
  throw failure(operation, code)
}

/// Like ``git(_:_:)``, for one step of an iterator: returns `false` at the end, which only `GIT_ITEROVER` signals.
func gitSteps(_ operation: Operation, _ call: () -> Int32) throws(GitError) -> Bool {
  let code = call()
  if code == GIT_ITEROVER.rawValue { return false }
  guard code < 0 else { return true }
  throw failure(operation, code)
}

func failure(_ operation: Operation, _ code: Int32) -> GitError {
  let message = lastErrorMessage()
  // libgit2 maps packs and indexes into memory. If it cannot, they are not damaged.
  if message.hasSuffix(MemoryShortage.systemMessage) || message.hasPrefix("failed to mmap") {
    MemoryShortage.note()
    return .outOfMemory
  }
  return .other(operation: operation, code: code, message: message)
}

/// The message of the last error on this thread. It is valid only after a call that returned a negative code.
func lastErrorMessage() -> String {
  guard let error = git_error_last(), let message = error.pointee.message else { return "no details were given" }
  return String(cString: message)
}

/// Passes a `git_buf` to `fill`, and returns its content.
func bytes(_ operation: Operation, _ fill: (UnsafeMutablePointer<git_buf>) -> Int32) throws(GitError) -> [UInt8] {
  var buffer = git_buf()
  defer { git_buf_dispose(&buffer) }
  try git(operation) { fill(&buffer) }
  return [UInt8](UnsafeRawBufferPointer(start: buffer.ptr, count: buffer.size))
}
