internal import CLibgit2

/// What was being done when libgit2 refused, in words that follow "could not".
public struct Operation: RawRepresentable, Hashable, Sendable {
  /// The words.
  public let rawValue: String
  /// Takes words that follow "could not".
  public init(rawValue: String) { self.rawValue = rawValue }
  init(_ words: String) { rawValue = words }
}

/// The one door to libgit2: makes a call, and throws when it returns a negative code.
///
/// "Return codes: functions return 0 on success and < 0 on error, then `git_error_last` gives details." After a call
/// that succeeded the last error may be a stale one from inside the library, so it is read after a negative code alone.
@discardableResult
func git(_ operation: Operation, _ call: () -> Int32) throws(GitError) -> Int32 {
  let code = call()
  guard code < 0 else { return code }
  throw failure(operation, code)
}

/// As ``git(_:_:)``, for a call whose `GIT_ENOTFOUND` is an answer: `false` then.
func gitFinds(_ operation: Operation, _ call: () -> Int32) throws(GitError) -> Bool {
  let code = call()
  if code == GIT_ENOTFOUND.rawValue { return false }
  guard code < 0 else { return true }
  throw failure(operation, code)
}

/// As ``git(_:_:)``, for one step of an iterator: `false` at the end, which is `GIT_ITEROVER` and nothing else.
func gitSteps(_ operation: Operation, _ call: () -> Int32) throws(GitError) -> Bool {
  let code = call()
  if code == GIT_ITEROVER.rawValue { return false }
  guard code < 0 else { return true }
  throw failure(operation, code)
}

func failure(_ operation: Operation, _ code: Int32) -> GitError {
  .other(operation: operation, code: code, message: lastErrorMessage())
}

/// The text of the last failure on this thread. Only to be asked after a negative code.
func lastErrorMessage() -> String {
  guard let error = git_error_last(), let message = error.pointee.message else { return "no details were given" }
  return String(cString: message)
}

/// A pointer that libgit2 handed out: freed with its owner, and holding what it was made from.
final class Handle {
  let pointer: OpaquePointer
  private let parent: Handle?
  private let release: @convention(c) (OpaquePointer?) -> Void

  /// Takes over what `acquire` puts into its argument.
  init(
    _ operation: Operation, parent: Handle? = nil, release: @convention(c) (OpaquePointer?) -> Void,
    acquire: (inout OpaquePointer?) -> Int32
  ) throws(GitError) {
    var acquired: OpaquePointer?
    try git(operation) { acquire(&acquired) }
    guard let acquired else {
      throw .other(operation: operation, code: GIT_ERROR.rawValue, message: "nothing was returned")
    }
    pointer = acquired
    self.parent = parent
    self.release = release
  }

  deinit { release(pointer) }
}

/// Runs `fill` with a `git_buf`, and returns what it holds then.
func bytes(_ operation: Operation, _ fill: (UnsafeMutablePointer<git_buf>) -> Int32) throws(GitError) -> [UInt8] {
  var buffer = git_buf()
  defer { git_buf_dispose(&buffer) }
  try git(operation) { fill(&buffer) }
  return [UInt8](UnsafeRawBufferPointer(start: buffer.ptr, count: buffer.size))
}
