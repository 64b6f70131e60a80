import Foundation

/// The folder `.git` of the repository that contains a package, or the file of that name in a work tree or a submodule.
struct GitFolder {
  private let url: URL?

  init(above folder: URL) {
    let folders = sequence(first: folder.standardizedFileURL) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
    url = folders.lazy.map { $0.appending(path: ".git") }.first { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// Whether this process may create files in it. Only an attempt shows what a sandbox allows.
  ///
  /// Without a repository, and for the file of a work tree, which names a folder elsewhere, the program itself reports what it
  /// cannot do.
  var isWritable: Bool {
    var isFolder = ObjCBool(false)
    guard let url, FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue else {
      return true
    }
    let probe = url.appending(path: "schemaledger-\(UUID().uuidString)")
    guard FileManager.default.createFile(atPath: probe.path, contents: nil) else { return false }
    try? FileManager.default.removeItem(at: probe)
    return true
  }
}
