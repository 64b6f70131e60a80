internal import SystemCalls

/// An empty index of version 2: "DIRC", the version, the entry count, and the SHA-1 of these twelve bytes.
let emptyIndexContent: [UInt8] = [
  0x44, 0x49, 0x52, 0x43, 0, 0, 0, 2, 0, 0, 0, 0,
  0x39, 0xd8, 0x90, 0x13, 0x9e, 0xe5, 0x35, 0x6c, 0x7e, 0xf5, 0x72, 0x21, 0x6c, 0xeb, 0xcd, 0x27, 0xaa, 0x41, 0xf9,
  0xdf,
]

/// Replaces the content of an index file by that of an empty one, which keeps its times.
func emptyIndexFile(_ descriptor: Int32, _ path: String) throws(GitError) {
  var status = stat()
  guard fstat(descriptor, &status) == 0, ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
    throw systemError(path)
  }
  try writeAll(descriptor, emptyIndexContent, path: path)
  try setTimes(of: descriptor, to: status, path: path)
}

/// Gives a file the times of another one.
func setTimes(of descriptor: Int32, to status: stat, path: String) throws(GitError) {
  var times = [status.accessed, status.modified]
  guard futimens(descriptor, &times) == 0 else { throw systemError(path) }
}
