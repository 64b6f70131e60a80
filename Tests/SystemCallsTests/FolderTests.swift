import Foundation
import SystemCalls
import Testing

@Suite("Folders and files")
struct FolderTests {
  private let parent = FileManager.default.temporaryDirectory.path

  @Test("a temporary folder is only this user's, and ends with what is in it")
  func temporaryFolder() throws {
    let kept = try TemporaryFolder(in: parent, prefix: "system-calls-kept-")
    try write("kept", to: kept.path + "/file")
    let path: String
    do {
      let folder = try TemporaryFolder(in: parent, prefix: "system-calls-")
      path = folder.path
      #expect(path.hasPrefix(parent + "/system-calls-"))
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o700)
      try FileManager.default.createDirectory(atPath: path + "/a/b", withIntermediateDirectories: true)
      try write("1", to: path + "/a/b/file")
      // A name that is not UTF-8, and a link to what must stay.
      try #require((path + "/" + String(fileName: [0xE9])).withFileName { mkdir($0, 0o700) } == 0)
      #expect(symlink(kept.path, path + "/a/link") == 0)
      withExtendedLifetime(folder) {}
    }
    #expect(FileStatus(of: path) == nil)
    #expect(try contents(of: kept.path + "/file") == Array("kept".utf8))
  }

  @Test("a temporary folder cannot be created where there is no folder")
  func noParent() {
    let error = #expect(throws: SystemCallError.self) { try TemporaryFolder(in: parent + "/missing", prefix: "a-") }
    #expect(error?.code == ENOENT)
    #expect(error?.reason == "No such file or directory")
  }

  @Test("a folder's entries are its names, without the folder itself and the one above it")
  func entries() throws {
    let folder = try TemporaryFolder(in: parent, prefix: "system-calls-")
    let names = Set(["a", ".hidden", String(fileName: [0x63, 0xE9])])
    for name in names {
      let descriptor = (folder.path + "/" + name).withFileName { open($0, O_WRONLY | O_CREAT, 0o600) }
      try #require(descriptor >= 0)
      close(descriptor)
    }
    #expect(mkdir(folder.path + "/sub", 0o700) == 0)
    try write("1", to: folder.path + "/sub/b")
    let reader = try FolderReader(opening: folder.path)
    var found: Set<String> = []
    while let entry = try reader.next() { found.insert(entry.name) }
    #expect(found == names.union(["sub"]))
    let tree = try FileTree(at: folder.path)
    var files: Set<String> = []
    while case .file(let path)? = tree.next() { files.insert(path) }
    #expect(files == Set(names.map { "/" + $0 } + ["/sub/b"]))
  }

  @Test("the content of a file whose size is unknown, and of a limited one")
  func content() throws {
    let folder = try TemporaryFolder(in: parent, prefix: "system-calls-")
    let file = folder.path + "/file"
    let text = String(repeating: "0123456789", count: 20_000)
    try write(text, to: file)
    #expect(try contents(of: file) == Array(text.utf8))
    #expect(try firstBytes(12, of: file) == Array("012345678901".utf8))
    #expect(try allBytes(of: file, limit: 200_000)?.count == 200_000)
    #expect(try allBytes(of: file, limit: 199_999) == nil)
    #expect(throws: SystemCallError.self) { try contents(of: folder.path + "/missing") }
    #expect(throws: SystemCallError.self) { try contents(of: folder.path) }
    let descriptor = try openForReading(file)
    defer { close(descriptor) }
    #expect(synchronize(descriptor) == 0)
    #expect(synchronize(-1) == -1 && errno == EBADF)
  }

  @Test("this process has a start, which is the same each time")
  func runningProcess() throws {
    let start = try #require(RunningProcess.startTime(of: getpid()))
    #expect(Int(start) ?? 0 > 0 && start == RunningProcess.startTime(of: getpid()))
    #expect(RunningProcess.startTime(of: .max) == nil)
    #expect(RunningProcess.hostName() != nil && RunningProcess.bootID() != nil)
  }

  private func write(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try writeAll(Array(text.utf8), to: descriptor)
  }
}
