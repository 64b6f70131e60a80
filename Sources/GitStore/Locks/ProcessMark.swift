internal import SystemCalls

/// A process, so described that it is not mistaken for a later one with the same number.
///
/// Numbers are given again. A process is the same if the number, the time of its start and the boot of the machine are.
/// Containers with one name may share a repository and count their processes separately, so the namespace of process
/// numbers belongs to the description, too.
public struct ProcessMark: Hashable, Sendable {
  /// The process id.
  public let process: Int32
  /// The host's name, as `hostname` prints it.
  public let host: String
  /// When the process started: see ``RunningProcess``.
  let start: String
  /// Identifies the time from one boot of the machine to the next.
  let boot: String
  /// Identifies the namespace of process ids; empty on systems that have only one.
  let namespace: String

  /// Whether a process still exists.
  enum State {
    case alive, ended
    /// It is on another host or in another container, or the system does not say.
    case unknown
  }

  /// This process. `nil` if the system does not tell when it started.
  static let own: ProcessMark? = {
    let process = getpid()
    guard let host = RunningProcess.hostName(), !host.contains(where: { $0 == "\t" || $0.isNewline }),
      let start = RunningProcess.startTime(of: process), let boot = RunningProcess.bootID(),
      let space = RunningProcess.namespaceID()
    else { return nil }
    return ProcessMark(process: process, host: host, start: start, boot: boot, namespace: space)
  }()

  /// Whether the process still exists.
  var state: State {
    guard let own = Self.own, host == own.host, boot == own.boot, namespace == own.namespace else { return .unknown }
    if let found = RunningProcess.startTime(of: process) { return found == start ? .alive : .ended }
    return kill(process, 0) != 0 && errno == ESRCH ? .ended : .unknown
  }

  // MARK: As a line

  /// The line of a lock file, without a line feed.
  var line: String { ["schemaledger", "\(process)", host, start, boot, namespace].joined(separator: "\t") }

  /// The process that a line describes; `nil` if it is not such a line.
  init?(line: some StringProtocol) {
    let tab: Character = "\t"
    let fields = line.split(separator: tab, omittingEmptySubsequences: false).map { String($0) }
    guard fields.count == 6, fields[0] == "schemaledger", let process = Int32(fields[1]), process > 0 else {
      return nil
    }
    self.init(process: process, host: fields[2], start: fields[3], boot: fields[4], namespace: fields[5])
  }

  init(process: Int32, host: String, start: String, boot: String, namespace: String) {
    self.process = process
    self.host = host
    self.start = start
    self.boot = boot
    self.namespace = namespace
  }
}
