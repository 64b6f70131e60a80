/// Why an object in a pack could not be read.
enum PackError: Error {
  /// The pack or its index is not valid. The reason is a clause, such as "its compressed data is cut off".
  case damaged(String)
  /// The pack was deleted after it was found, as `git gc` does.
  case gone
  /// A system call failed, or there is no memory.
  case failed(GitError)
}
