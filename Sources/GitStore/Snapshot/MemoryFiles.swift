/// Files in memory, by path.
struct MemoryFiles: FileSource {
  let files: [ByteName: [UInt8]]

  var blobs: Repository? { nil }

  func read(_ path: String) -> [UInt8]? { files[ByteName(path)] }

  func list(_ folder: String) -> [FileSnapshot.Child]? {
    let prefix = folder.isEmpty ? "" : folder + "/"
    var names: [ByteName: FileKind?] = [:]
    for path in files.keys where path.text.utf8.starts(with: prefix.utf8) {
      let rest = path.text.utf8.dropFirst(prefix.utf8.count)
      let name = rest.prefix { $0 != UInt8(ascii: "/") }
      names[ByteName(String(Substring(name)))] = .some(name.count == rest.count ? .file : nil)
    }
    if names.isEmpty, !folder.isEmpty { return nil }
    return names.map { .init(name: $0.key.text, kind: $0.value) }
  }

  func files(under folder: String) -> [FileSnapshot.File] {
    let prefix = folder.isEmpty ? "" : folder + "/"
    return files.keys.map(\.text).filter { $0.utf8.starts(with: prefix.utf8) }.map { .init(path: $0, kind: .file) }
  }

  func id(of path: String) -> ObjectID? { nil }
}
