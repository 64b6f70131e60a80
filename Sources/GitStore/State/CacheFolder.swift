internal import Digests
internal import SystemCalls

/// The folder `schemaledger` in Git's common folder, which contains what later runs need not do again.
///
/// A file is accepted only if its last line is the HMAC-SHA256 of its content under a ``CacheKey``, which no repository
/// contains. The code is also of what the file is for and, under the machine's own key, of the repository's path. So
/// a file does not count if somebody else wrote it, if it comes from another machine, or if it is a copy of a file of
/// another kind or of another repository.
///
/// A file that cannot be read counts as missing, and a failure to write one is ignored.
public struct CacheFolder: Sendable {
  /// The variable with a secret that machines share which use each other's files.
  public static let secretName = "SCHEMALEDGER_CACHE_KEY"

  /// The path of the folder.
  public let path: String
  private let commonFolder: String
  private let key: CacheKey
  private let sharing: SharedPermissions

  /// A line with 64 hexadecimal digits.
  private static let codeLength = 65
  /// In bytes. The history of ten million commits has half of it.
  private static let largestFile = 1 << 30

  init(in commonFolder: String, sharing: SharedPermissions, key: CacheKey) {
    self.commonFolder = commonFolder
    self.sharing = sharing
    self.key = key
    path = commonFolder + "/schemaledger"
  }

  /// Why nothing is stored for later runs; `nil` if something is. This creates the machine's key.
  public var problem: CacheProblem? {
    do {
      _ = try key.bytes(creating: true)
      return nil
    } catch {
      return error
    }
  }

  /// The content of a file, or `nil` if there is no authentic file.
  ///
  /// - Parameters:
  ///   - name: relative to the folder.
  ///   - kind: what the file is for.
  public func read(_ name: String, as kind: String) -> [UInt8]? {
    guard let key = try? key.bytes(creating: false), var content = readWhole(path + "/" + name),
      content.count >= Self.codeLength
    else { return nil }
    let line = Array(content.suffix(Self.codeLength))
    content.removeLast(Self.codeLength)
    let code = authenticationCode(of: [content], as: kind, key)
    return line.last == UInt8(ascii: "\n") && code.matches(line.dropLast()) ? content : nil
  }

  /// Replaces a file, whose content is the concatenation of `parts`.
  ///
  /// - Parameter name: relative to the folder, in which it may be in one subfolder.
  public func write(_ parts: [[UInt8]], to name: String, as kind: String) {
    // What a run found without memory is not to be found again.
    guard !MemoryShortage.hasOccurred, let key = try? key.bytes(creating: true) else { return }
    let code = authenticationCode(of: parts, as: kind, key)
    replace(name, with: parts + [Array("\(code.text)\n".utf8)])
  }

  /// A folder below this one whose name only the holder of the key knows, so that another machine's is not used.
  /// `nil` if nothing is stored for later runs.
  public func secretFolder(_ name: String) -> String? {
    guard let key = try? key.bytes(creating: true) else { return nil }
    return "\(path)/\(name)/\(authenticationCode(of: [], as: name, key).text.prefix(32))"
  }

  /// Removes the least recently written files of a subfolder, so that `count` are left.
  func removeOldFiles(in name: String, keeping count: Int) {
    let folder = path + "/" + name
    let names = (try? Descriptor(opening: folder, in: -1, Descriptor.folderFlags)?.names(path: folder)) ?? []
    guard names.count > count else { return }
    let files = names.map { name in
      var status = stat()
      return stat(folder + "/" + name, &status) == 0 ? (name, Int(status.modified.tv_sec)) : (name, 0)
    }
    for file in files.sorted(by: { $0.1 > $1.1 }).dropFirst(count) { unlink(folder + "/" + file.0) }
  }

  // MARK: Authentication

  private func authenticationCode(of parts: [[UInt8]], as kind: String, _ key: [UInt8]) -> AuthenticationCode {
    var code = AuthenticationCode(key: key)
    // Neither a kind nor a path contains a null byte.
    code.update("schemaledger cache 1\0\(kind)\0\(identity)\0".utf8)
    for part in parts { code.update(part) }
    return code
  }

  /// The repository's path without symbolic links. A CI system checks out one repository at different paths.
  private var identity: String { key.isShared ? "" : commonFolder.resolvingLinks }

  // MARK: Files

  private func readWhole(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size < Self.largestFile
    else { return nil }
    return try? readAll(descriptor, path: path)
  }

  /// Replaces the file by a rename, so that another process reads either the old or the new content. A link in the place
  /// of a folder is not followed, because it could lead to files that are not caches.
  private func replace(_ name: String, with parts: [[UInt8]]) {
    var folder = path
    for subfolder in ([""] + name.split(separator: "/").dropLast().map { "/" + $0 }) {
      folder += subfolder
      if mkdir(folder, 0o777) == 0 { sharing.apply(to: folder) }
      var status = stat()
      guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
    }
    let file = path + "/" + name
    let temporary = file + "." + String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return }
    do {
      defer { close(descriptor) }
      for part in parts { try writeWithoutSync(descriptor, part, path: temporary) }
    } catch {
      unlink(temporary)
      return
    }
    sharing.apply(to: temporary)
    if rename(temporary, file) != 0 { unlink(temporary) }
  }
}
