internal import CanonicalJSON
internal import Digests
public import GitStore
internal import SystemCalls

/// The commands of one repository that the user has allowed on this machine, in a file in the user's ``StateFolder``.
///
/// A repository is identified by the path of its Git folder, which all its worktrees share. The file is
///
///     {"commands":[{"digest":"…","lines":["…"]},…],"format":1,"repository":"/path/.git"}
public struct TrustedCommands: Sendable {
  /// The repository's Git folder, without symbolic links.
  public let repository: String
  private let file: PrivateFile

  private static let format = 1

  /// - Throws: `LedgerError.noStateFolder`.
  public init(of repository: Repository, in state: StateFolder?) throws(LedgerError) {
    guard let state else { throw .noStateFolder }
    self.repository = repository.commonDirectory.resolvingLinks
    file = PrivateFile(sha256(self.repository) + ".json", in: StateFolder(path: state.path + "/trust"))
  }

  /// The allowed commands, in the order in which they were allowed.
  ///
  /// - Throws: `LedgerError.file`.
  public func all() throws(LedgerError) -> [RepositoryCommand] {
    guard let bytes = try Self.rethrowing({ () throws(PrivateFile.Problem) in try file.read() }) else { return [] }
    let json = JSONValue(parsing: bytes)
    guard json?["format"]?.number == Self.format, json?["repository"]?.string == repository,
      let commands = json?["commands"]?.array
    else { throw .file(path: file.path, reason: "it is not a list of commands that schemaledger trust has written") }
    return commands.compactMap { command in
      guard let digest = command["digest"]?.string, let lines = command["lines"]?.array else { return nil }
      return RepositoryCommand(lines: lines.compactMap(\.string), digest: digest)
    }
  }

  /// Allows more commands.
  ///
  /// - Throws: `LedgerError.file`.
  public func allow(_ commands: [RepositoryCommand]) throws(LedgerError) {
    var all = try all()
    for command in commands where !all.contains(where: { $0.digest == command.digest }) { all.append(command) }
    let json: JSONValue = [
      "commands": .array(
        all.map { ["digest": .string($0.digest), "lines": .array($0.lines.map { .string($0) })] }),
      "format": .number(Self.format), "repository": .string(repository),
    ]
    let bytes = Array(json.canonical.utf8)
    try Self.rethrowing { () throws(PrivateFile.Problem) in try file.write(bytes) }
  }

  /// Allows none any more.
  ///
  /// - Throws: `LedgerError.file`.
  public func revoke() throws(LedgerError) {
    try Self.rethrowing { () throws(PrivateFile.Problem) in try file.remove() }
  }

  private static func rethrowing<Value>(
    _ body: () throws(PrivateFile.Problem) -> Value
  ) throws(LedgerError) -> Value {
    do {
      return try body()
    } catch {
      throw .privateFile(error)
    }
  }
}
