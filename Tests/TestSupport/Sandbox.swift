import Foundation
package import GitStore

/// The environment of one test: a folder, a repository in it, and the real `git` with a fixed identity and a clock that
/// advances by one second with each command. It is removed with its owner.
package final class Sandbox {
  /// The folder that contains everything, without symbolic links.
  package let folder: String
  /// The top of the work tree of the first repository.
  package let root: String
  private var clock = 1_700_000_000

  package init(_ arguments: String...) throws {
    _ = Home.path
    folder = try temporaryFolder()
    root = folder + "/repository"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    try git(["init", "--quiet", "--initial-branch=main"] + arguments)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  private static let gitProgram: URL = {
    let paths = searchPath.split(separator: ":").map { "\($0)/git" }
    return URL(fileURLWithPath: paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "/usr/bin/git")
  }()

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Runs `git`, and returns its output without trailing white space.
  @discardableResult
  package func git(
    _ arguments: [String], in place: String? = nil, environment extra: [String: String] = [:]
  ) throws -> String {
    clock += 1
    let process = Process()
    process.executableURL = Self.gitProgram
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: place ?? root)
    process.environment = [
      "HOME": Home.path, "XDG_CONFIG_HOME": Home.path + "/xdg", "GIT_CONFIG_NOSYSTEM": "1",
      "PATH": Self.searchPath, "LC_ALL": "C",
      "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com", "GIT_AUTHOR_DATE": "\(clock) +0100",
      "GIT_COMMITTER_NAME": "Grace", "GIT_COMMITTER_EMAIL": "grace@example.com",
      "GIT_COMMITTER_DATE": "\(clock) +0100",
    ].merging(extra) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    let text = String(decoding: try process.runToEnd(reading: output), as: UTF8.self)
    guard process.terminationStatus == 0 else {
      throw Failure(description: "git \(arguments.joined(separator: " ")) gave \(process.terminationStatus):\n\(text)")
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @discardableResult
  package func git(_ arguments: String..., in place: String? = nil) throws -> String {
    try git(arguments, in: place)
  }

  /// Writes a file in the work tree.
  package func write(_ path: String, _ text: String, executable: Bool = false) throws {
    let url = URL(fileURLWithPath: path.hasPrefix("/") ? path : root + "/" + path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    if executable { try writeProgram(text, to: url.path) } else { try Data(text.utf8).write(to: url) }
  }

  /// Another process writes the file. If this process had it open for writing while another test forks, the child
  /// process would briefly have it open, too, and `exec` would fail with "Text file busy".
  private func writeProgram(_ text: String, to path: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "printf %s \"$1\" >\"$2\" && chmod 755 \"$2\"", "sh", text, path]
    try process.runToEnd()
    guard process.terminationStatus == 0 else { throw Failure(description: "\(path) was not written") }
  }

  /// Reads a file in the work tree. Returns `nil` if it does not exist.
  package func read(_ path: String) -> String? {
    FileManager.default.contents(atPath: path.hasPrefix("/") ? path : root + "/" + path)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  package func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path.hasPrefix("/") ? path : root + "/" + path)
  }

  /// Writes, adds and commits one file, and returns the commit.
  @discardableResult
  package func commit(_ path: String, _ text: String, message: String = "Change") throws -> ObjectID {
    try write(path, text)
    try git("add", "--force", path)
    try git("commit", "--quiet", "-m", message)
    return try id("HEAD")
  }

  package func id(_ revision: String, in place: String? = nil) throws -> ObjectID {
    let text = try git("rev-parse", "--verify", revision, in: place)
    guard let id = ObjectID(hex: text) else { throw Failure(description: "git rev-parse printed \(text)") }
    return id
  }

  /// The path of a loose object.
  package func file(of object: ObjectID, in place: String? = nil) -> String {
    "\(place ?? root)/.git/objects/\(object.hex.prefix(2))/\(object.hex.dropFirst(2))"
  }

  /// Removes a loose object.
  package func remove(object: ObjectID, in place: String? = nil) throws {
    try FileManager.default.removeItem(atPath: file(of: object, in: place))
  }

  /// The variable with the place of this sandbox's own state.
  package var stateVariables: [String: String] { ["XDG_STATE_HOME": folder + "/state"] }

  package func open(_ place: String? = nil, _ variables: [String: String] = [:]) throws -> Repository {
    try Repository.discover(
      from: place ?? root, environment: Environment(stateVariables.merging(variables) { $1 }))
  }

  /// The problems that `git` reports for the repository: damage, and differences between the three trees.
  package func complaints(in place: String? = nil) throws -> String {
    try git("fsck", "--strict", "--no-dangling", "--no-progress", in: place)
      + git("status", "--porcelain", in: place)
  }
}

/// The home folder that both `git` and libgit2 use. It is empty, so that a user's configuration does not affect tests.
///
/// libgit2 reads `HOME` once, when it starts, so this is accessed before the first repository is opened.
package enum Home {
  package static let path: String = {
    let path = (try? temporaryFolder()) ?? "/nonexistent"
    setenv("HOME", path, 1)
    setenv("XDG_CONFIG_HOME", path + "/xdg", 1)
    atexit { try? FileManager.default.removeItem(atPath: Home.path) }
    return path
  }()
}

package func temporaryFolder() throws -> String {
  var template = Array((NSTemporaryDirectory() + "schemaledger-XXXXXX").utf8CString)
  guard mkdtemp(&template) != nil, let path = realpath(&template, nil) else {
    throw Sandbox.Failure(description: "no temporary folder: \(String(cString: strerror(errno)))")
  }
  defer { free(path) }
  return String(cString: path)
}

package let ada = Identity(name: "Ada", email: "ada@example.com", seconds: 1_800_000_000, offsetMinutes: 60)
package let grace = Identity(name: "Grace", email: "grace@example.com", seconds: 1_800_000_001, offsetMinutes: -150)

package func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

extension FileSnapshot {
  /// The content of a file as text.
  package func text(_ path: String) throws -> String? { try read(path).map { String(decoding: $0, as: UTF8.self) } }
}
