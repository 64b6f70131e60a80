import Foundation

/// The kind, permissions and bytes of every file in some folders. The cache in `.git/schemaledger` is excluded, and
/// so is the user's state: no result depends on them.
struct Fingerprint: Equatable {
  private struct File: Equatable {
    let mode: UInt32
    let content: Content
  }

  private enum Content: Equatable {
    /// The blocks of a file that are not all zeros, by their offsets.
    case file(size: Int, blocks: [Int: Data])
    /// The target of a symbolic link.
    case link(String)
    case other
  }

  /// By path. The first part of a path is the name of the folder.
  private var files: [String: File] = [:]

  /// - Throws: the error for a folder or a file that cannot be read.
  init(of folders: [(name: String, url: URL)]) throws {
    for (name, folder) in folders {
      files[name] = try Self.file(at: folder.path)
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where !(path + "/").contains(".git/schemaledger/") && !(path + "/").hasPrefix(".local/") {
        files[name + "/" + path] = try Self.file(at: folder.path + "/" + path)
      }
    }
  }

  private static func file(at path: String) throws -> File {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw CocoaError(.fileReadUnknown) }
    let mode = UInt32(status.st_mode)
    let content: Content =
      switch mode & UInt32(S_IFMT) {
      case UInt32(S_IFREG): .file(size: Int(status.st_size), blocks: try blocks(of: path))
      case UInt32(S_IFLNK): .link(try FileManager.default.destinationOfSymbolicLink(atPath: path))
      default: .other
      }
    return File(mode: mode, content: content)
  }

  #if os(Linux)
    /// `SEEK_DATA`, which Swift's module of the C library does not have.
    private static let seekData: Int32 = 3
  #else
    private static let seekData = SEEK_DATA
  #endif

  /// Skips the holes of a file, because some cases create a sparse file of several gigabytes.
  private static func blocks(of path: String) throws -> [Int: Data] {
    let size = 1 << 16
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? file.close() }
    var blocks: [Int: Data] = [:]
    var offset = 0
    while true {
      let data = lseek(file.fileDescriptor, off_t(offset), seekData)
      // The call fails after the last data, and on file systems that do not report holes.
      if data < 0, errno == ENXIO { return blocks }
      offset = (data < 0 ? offset : Int(data)) / size * size
      try file.seek(toOffset: UInt64(offset))
      guard let block = try file.read(upToCount: size), !block.isEmpty else { return blocks }
      if block != Data(count: block.count) { blocks[offset] = block }
      offset += size
    }
  }

  /// The differences, one line each.
  func changes(since earlier: Fingerprint) -> [String] {
    Set(files.keys).union(earlier.files.keys).sorted().compactMap { path in
      switch (earlier.files[path], files[path]) {
      case (nil, .some): "\(Self.part(of: path)): \(path) is new"
      case (.some, nil): "\(Self.part(of: path)): \(path) is gone"
      case (let before?, let after?) where before.content != after.content:
        "\(Self.part(of: path)): \(path) has other content"
      case (let before?, let after?) where before.mode != after.mode:
        "\(Self.part(of: path)): \(path) has mode \(String(after.mode, radix: 8)), not \(String(before.mode, radix: 8))"
      default: nil
      }
    }
  }

  /// The role of a file in Git.
  private static func part(of path: String) -> String {
    let parts = path.split(separator: "/")
    guard let git = parts.firstIndex(of: ".git") else {
      return path.hasPrefix("$WORK") ? "work tree" : "left behind"
    }
    return switch parts[(git + 1)...].first {
    case "index", "index.lock": "index"
    case "objects": "objects"
    case "refs", "packed-refs", "logs", "HEAD": "references"
    case "hooks": "hooks"
    case "config": "configuration"
    default: "repository"
    }
  }
}
