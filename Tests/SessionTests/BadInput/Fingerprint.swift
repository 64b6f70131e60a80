import Foundation

/// Every file below some folders: its kind, its permissions, its bytes. What is kept for the next run below
/// `.git/schemaledger` is not among them: nothing depends on it.
struct Fingerprint: Equatable {
  private struct File: Equatable {
    let mode: UInt32
    /// Where a symbolic link leads; empty for what is neither a file nor a link.
    let content: Data
  }

  /// By path, from the folder that is called by its name.
  private var files: [String: File] = [:]

  /// - Throws: why a folder or a file cannot be read.
  init(of folders: [(name: String, url: URL)]) throws {
    for (name, folder) in folders {
      files[name] = try Self.file(at: folder.path)
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where !(path + "/").contains(".git/schemaledger/") {
        files[name + "/" + path] = try Self.file(at: folder.path + "/" + path)
      }
    }
  }

  private static func file(at path: String) throws -> File {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw CocoaError(.fileReadUnknown) }
    let mode = UInt32(status.st_mode)
    let content =
      switch mode & UInt32(S_IFMT) {
      case UInt32(S_IFREG): try Data(contentsOf: URL(filePath: path))
      case UInt32(S_IFLNK): Data(try FileManager.default.destinationOfSymbolicLink(atPath: path).utf8)
      default: Data()
      }
    return File(mode: mode, content: content)
  }

  /// What is not as it was, a line each.
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

  /// What a file is to Git.
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
