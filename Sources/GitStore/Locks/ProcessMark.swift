#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

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
  /// When the process started: on Linux in clock ticks after the boot, on macOS in microseconds since 1970.
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
    guard let host = hostName(), let start = startTime(of: process), let boot = bootID(), let space = namespaceID()
    else { return nil }
    return ProcessMark(process: process, host: host, start: start, boot: boot, namespace: space)
  }()

  /// Whether the process still exists.
  var state: State {
    guard let own = Self.own, host == own.host, boot == own.boot, namespace == own.namespace else { return .unknown }
    if let found = Self.startTime(of: process) { return found == start ? .alive : .ended }
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

  // MARK: What the system says

  private static func hostName() -> String? {
    var name = [CChar](repeating: 0, count: 257)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.isEmpty || text.contains { $0 == "\t" || $0.isNewline } ? nil : text
  }

  #if canImport(Darwin)
    private static func startTime(of process: Int32) -> String? {
      var request = [CTL_KERN, KERN_PROC, KERN_PROC_PID, process]
      var found = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.size
      guard sysctl(&request, UInt32(request.count), &found, &size, nil, 0) == 0, size > 0 else { return nil }
      let time = found.kp_proc.p_starttime
      return "\(time.tv_sec * 1_000_000 + Int(time.tv_usec))"
    }

    private static func bootID() -> String? {
      var text = [CChar](repeating: 0, count: 64)
      var size = text.count - 1
      guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return nil }
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func namespaceID() -> String? { "" }
  #else
    /// Field 22 of proc(5)'s `/proc/pid/stat`. The second field is the program's name in parentheses, which may contain
    /// spaces and parentheses.
    private static func startTime(of process: Int32) -> String? {
      guard let content = try? readFile("/proc/\(process)/stat"),
        let end = content.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      let fields = content[(end + 1)...].split(separator: UInt8(ascii: " "))
      return fields.count > 19 ? String(decoding: fields[19], as: UTF8.self) : nil
    }

    private static func bootID() -> String? {
      guard let content = try? readFile("/proc/sys/kernel/random/boot_id") else { return nil }
      let text = String(decoding: content, as: UTF8.self).trimmed
      return text.isEmpty ? nil : text
    }

    /// The inode of the namespace, such as `pid:[4026531836]`.
    private static func namespaceID() -> String? {
      var text = [CChar](repeating: 0, count: 64)
      let count = readlink("/proc/self/ns/pid", &text, text.count)
      guard count > 0 else { return nil }
      return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  #endif
}
