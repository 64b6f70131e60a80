import Foundation
import SystemCalls
import Testing

@Suite("Writing files")
struct FileWritingTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/file" }

  init() throws {
    folder = try TemporaryFolder(in: FileManager.default.temporaryDirectory.path, prefix: "file-writing-")
  }

  private func content(_ path: String) throws -> String { String(decoding: try contents(of: path), as: UTF8.self) }
  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test("a file is made, and replaced with its permissions")
  func regular() throws {
    try writeFile("one".utf8, to: path)
    #expect(try content(path) == "one")
    chmod(path, 0o640)
    try writeFile("two".utf8, to: path)
    #expect(try content(path) == "two")
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o7777 == 0o640)
  }

  @Test("a device stays a device")
  func device() throws {
    var before = stat()
    var after = stat()
    #expect(stat("/dev/null", &before) == 0)
    try writeFile("one".utf8, to: "/dev/null")
    #expect(stat("/dev/null", &after) == 0 && after.st_ino == before.st_ino && after.st_mode == before.st_mode)
    symlink("/dev/null", path)
    try writeFile("one".utf8, to: path)
    #expect(stat("/dev/null", &after) == 0 && after.st_ino == before.st_ino)
  }

  @Test("a pipe gets the bytes")
  func pipe() throws {
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try writeFile("one".utf8, to: path)
    var buffer = [UInt8](repeating: 0, count: 8)
    #expect(read(reader, &buffer, 8) == 3)
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test("the target of a symbolic link is written, also if it does not exist yet", arguments: ["target", "a/target"])
  func link(target: String) throws {
    mkdir(folder.path + "/a", 0o700)
    symlink(target, path)
    try writeFile("one".utf8, to: path)
    try writeFile("two".utf8, to: path)
    #expect(try content(folder.path + "/" + target) == "two")
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test("a folder is an error, and nothing is left behind")
  func directory() throws {
    mkdir(path, 0o700)
    #expect(throws: SystemCallError.self) { try writeFile("one".utf8, to: path) }
    #expect(throws: SystemCallError.self) { try writeFile("one".utf8, to: folder.path + "/none/file") }
    #expect(try names == ["file"])
  }

  @Test("the standard output is not replaced by a file")
  func standardOutput() throws {
    let copy = dup(STDERR_FILENO)
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    dup2(file, STDERR_FILENO)
    defer {
      dup2(copy, STDERR_FILENO)
      close(copy)
      close(file)
    }
    var before = stat()
    var after = stat()
    fstat(file, &before)
    try writeFile("one".utf8, to: path)
    #expect(stat(path, &after) == 0 && after.st_ino == before.st_ino)
    #expect(try content(path).contains("one"))
  }
}
