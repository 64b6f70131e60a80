import Foundation

/// The environment of a session: new folders, a fixed identity, a clock that advances by a minute with each command,
/// and nothing from the user who runs the tests.
///
/// `$HOME/.gitconfig` is a real file, and not only a variable, because libgit2 does not support `GIT_CONFIG_GLOBAL`.
final class SessionWorld {
  /// The session's work folder, home folder and temporary folder, in one temporary folder.
  let work: URL, home: URL, temporary: URL
  /// The folder of the program under test, first in `PATH`.
  let programFolder: URL
  /// The folder in which the next command runs. `$ cd` changes it.
  private(set) var current: URL

  private let root: URL
  private let normalisations: [Normalisation]
  private let variables: [String: String]
  private var exported: [String: String] = [:]
  private var minutes = 0

  /// - Parameters:
  ///   - programFolder: the first folder in `PATH`, shown as `$PROGRAM` in the output.
  ///   - normalisations: the session's own, applied after those of folders and durations.
  ///   - variables: additional environment variables by name. Their values are folders.
  ///   - start: a folder to copy as the work folder, or `nil` for an empty one.
  /// - Throws: the error for a folder that cannot be created.
  init(
    programFolder: URL, normalisations: [Normalisation] = [], variables: [String: String] = [:],
    copying start: URL? = nil
  ) throws {
    self.variables = variables
    root = URL.temporaryFolder.appending(path: "session-\(UUID().uuidString)")
    self.normalisations = normalisations
    work = root.appending(path: "work")
    home = root.appending(path: "home")
    temporary = root.appending(path: "tmp")
    self.programFolder = programFolder
    current = work
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    if let start { try FileManager.default.copyItem(at: start, to: work) }
    for folder in [work, home, temporary] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try Data(Self.gitConfiguration.utf8).write(to: home.appending(path: ".gitconfig"))
  }

  func remove() throws {
    try FileManager.default.removeItem(at: root)
  }

  private static let gitConfiguration = """
    [user]
    \tname = Ada Example
    \temail = ada@example.org
    [init]
    \tdefaultBranch = main
    [gc]
    \tauto = 0

    """

  /// Writes a file in the work folder, and creates its folders.
  func write(_ lines: [String], to path: String) throws {
    let file = work.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
  }

  /// Runs a script and advances the clock.
  ///
  /// `cd` and `export`, alone on a line, affect later commands as in a terminal. Nothing else is carried over.
  ///
  /// - Parameter isNormalised: whether the output has the names of folders, and what the session normalises.
  /// - Throws: `TimeLimitExceeded`, or the error of `Process` if there is no `sh`.
  func run(_ script: String, timeLimit: Duration, isNormalised: Bool = true) throws -> CommandOutput {
    defer { minutes += 1 }
    let shell = ShellProcess(environment: environment, folder: current, scratch: root, timeLimit: timeLimit)
    let change = ShellChange(script)
    let result = try shell.run(change?.script ?? script)
    guard let change, result.status == 0 else {
      let texts = [result.stdout, result.stderr].map { isNormalised ? normalised($0) : $0 }
      return CommandOutput(stdout: texts[0], stderr: texts[1], status: result.status)
    }
    switch change {
    case .folder: current = URL(filePath: result.stdout, directoryHint: .isDirectory)
    case .variable(let name, _): exported[name] = result.stdout
    }
    return .silent
  }

  private var environment: [String: String] {
    let date = Date(timeIntervalSince1970: 1_767_225_600 + Double(minutes) * 60).ISO8601Format()
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    let fixed = [
      "PATH": programFolder.path + ":" + path,
      "HOME": home.path,
      "XDG_CONFIG_HOME": home.appending(path: ".config").path,
      "XDG_STATE_HOME": home.appending(path: ".local/state").path,
      "TMPDIR": temporary.path,
      "WORK": work.path,
      "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_CONFIG_GLOBAL": home.appending(path: ".gitconfig").path,
      "GIT_CEILING_DIRECTORIES": root.path,
      "GIT_AUTHOR_DATE": date,
      "GIT_COMMITTER_DATE": date,
      "EDITOR": "false",
      "TZ": "UTC",
      "LC_ALL": "C.UTF-8",
      "COLUMNS": "100",
    ]
    return fixed.merging(variables) { $1 }.merging(exported) { $1 }
  }

  /// Replaces folders with the names of their variables, and durations with `<time>`.
  private func normalised(_ text: String) -> String {
    let folders = [work: "$WORK", home: "$HOME", temporary: "$TMPDIR", programFolder: "$PROGRAM"]
    let places = folders.map { ($0.key.path, $0.value) } + variables.map { ($0.value, "$" + $0.key) }
    // Longer paths first, since a folder may be inside another.
    let named = places.sorted { $0.0.count > $1.0.count }.reduce(text) {
      $0.replacingOccurrences(of: $1.0, with: $1.1)
    }
    return (Self.durations + normalisations).reduce(named) { $1.applied(to: $0) }
  }

  /// Padding before a duration is removed as well, since it depends on the number of digits.
  private static let durations: [Normalisation] = {
    let rules = [
      (#"( ?) *\b\d+(\.\d+)? ?(ns|µs|ms|s|seconds?)\b"#, "$1<time>"),
      (#"("seconds" ?: ?)[0-9.eE+-]+"#, "$1<time>"),
      (#"(\btime=")[0-9.eE+-]+""#, "$1<time>\""),
    ]
    return rules.compactMap { try? Normalisation($0.0, $0.1) }
  }()

  /// The state of every file in all folders whose paths commands get.
  var fingerprint: Fingerprint {
    get throws { try Fingerprint(of: [("$WORK", work), ("$HOME", home), ("$TMPDIR", temporary)]) }
  }

  /// The files in the work folder with their sizes, for the report of a failure. A repository takes one line.
  var listing: [String] {
    let keys: Set<URLResourceKey> = [.isDirectoryKey, .fileSizeKey]
    let walk = FileManager.default.enumerator(at: work, includingPropertiesForKeys: Array(keys))
    var lines: [String] = []
    while let file = walk?.nextObject() as? URL {
      let values = try? file.resourceValues(forKeys: keys)
      let path = String(file.path.dropFirst(work.path.count + 1))
      let isFolder = values?.isDirectory == true
      if isFolder, file.lastPathComponent == ".git" { walk?.skipDescendants() }
      lines.append(isFolder ? path + "/" : "\(path)  \(values?.fileSize ?? 0)")
    }
    return lines.sorted()
  }
}

/// A command that changes the shell itself, and the script that prints the change to stdout.
enum ShellChange {
  case folder(String)
  case variable(name: String, String)

  init?(_ script: String) {
    guard !script.contains(where: { ";&|\n".contains($0) }) else { return nil }
    let words = script.split(separator: " ", maxSplits: 1)
    switch words.first {
    case "cd":
      self = .folder(script)
    case "export":
      guard words.count == 2, let equals = words[1].firstIndex(of: "=") else { return nil }
      self = .variable(name: String(words[1][..<equals]), script)
    default:
      return nil
    }
  }

  var script: String {
    switch self {
    case .folder(let command): command + #" > /dev/null && printf %s "$(pwd -P)""#
    case .variable(let name, let command): command + #" && printf %s "$\#(name)""#
    }
  }
}

extension URL {
  /// The temporary folder by the path that programs print. On macOS it is behind a symbolic link that Foundation's
  /// `resolvingSymlinksInPath()` does not resolve.
  static var temporaryFolder: URL {
    let folder = FileManager.default.temporaryDirectory
    guard let path = realpath(folder.path, nil) else { return folder }
    defer { free(path) }
    return URL(filePath: String(cString: path), directoryHint: .isDirectory)
  }
}
