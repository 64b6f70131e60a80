internal import SystemCalls

/// Creates a folder and those above it, if they do not exist. The caller's next call in the folder reports a failure.
func createFolders(_ path: String) {
  guard !path.isEmpty, mkdir(path, 0o777) != 0, errno == ENOENT else { return }
  createFolders(folderName(path))
  mkdir(path, 0o777)
}
