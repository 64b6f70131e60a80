/// Files in memory, by path.
struct MemoryFiles: FileSource {
  let files: [String: [UInt8]]

  var blobs: Repository? { nil }

  func read(_ path: String) -> [UInt8]? { files[path] }

  func list(_ folder: String) -> [FileSnapshot.Child]? {
    let prefix = folder.isEmpty ? "" : folder + "/"
    var names: [String: FileKind?] = [:]
    for path in files.keys where path.hasPrefix(prefix) {
      let rest = path.dropFirst(prefix.count)
      let name = rest.prefix { $0 != "/" }
      names[String(name)] = .some(name.count == rest.count ? .file : nil)
    }
    if names.isEmpty, !folder.isEmpty { return nil }
    return names.map { .init(name: $0.key, kind: $0.value) }
  }

  func files(under folder: String) -> [FileSnapshot.File] {
    let prefix = folder.isEmpty ? "" : folder + "/"
    return files.keys.filter { $0.hasPrefix(prefix) }.map { .init(path: $0, kind: .file) }
  }

  func id(of path: String) -> ObjectID? { nil }
}
