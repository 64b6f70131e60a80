/// The files of another source, without some of them.
struct FilteredFiles: FileSource {
  let source: any FileSource
  /// Whether a file or a folder, by its path, is left out.
  let isLeftOut: (String) -> Bool

  var blobs: Repository? { source.blobs }

  func read(_ path: String) throws(GitError) -> [UInt8]? { isLeftOut(path) ? nil : try source.read(path) }

  func list(_ folder: String) throws(GitError) -> [FileSnapshot.Child]? {
    try source.list(folder)?.filter { !isLeftOut(folder.isEmpty ? $0.name : "\(folder)/\($0.name)") }
  }

  func files(under folder: String) throws(GitError) -> [FileSnapshot.File] {
    try source.files(under: folder).filter { !isLeftOut($0.path) }
  }

  func id(of path: String) throws(GitError) -> ObjectID? { isLeftOut(path) ? nil : try source.id(of: path) }
}
