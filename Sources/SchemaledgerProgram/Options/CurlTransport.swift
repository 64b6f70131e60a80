import Foundation
import LedgerCore
import SharedCache
internal import Subprocess

#if canImport(System)
  internal import System
#else
  internal import SystemPackage
#endif

/// Sends the requests to a cache with curl: one process for all of them.
///
/// The address may contain a password, so it is passed in a file that only curl has open. Neither the user's `.curlrc` nor
/// `.netrc` is read. Proxies and certificates are those of curl's variables, such as `https_proxy`.
struct CurlTransport: Sendable {
  /// The environment of this process.
  let variables: [String: String]
  let temporaryFolder: String

  private static let program = "curl"
  /// The number of requests that are sent at the same time.
  private static let parallel = 32

  /// The shell ends curl with a signal when a file gets longer: `max-filesize` does not limit a response without a length
  /// in curl before 8.4. A unit of `ulimit -f` is 512 bytes.
  private static let script = "ulimit -f \"$1\" && exec curl -q -K -"

  func callAsFunction(_ address: CacheAddress, _ requests: [CacheRequest], _ limit: Duration) async -> [CacheReply] {
    do throws(CacheFault) {
      return try await replies(address, requests, limit)
    } catch {
      return requests.map { _ in .failed(error) }
    }
  }

  private func replies(
    _ address: CacheAddress, _ requests: [CacheRequest], _ limit: Duration
  ) async throws(CacheFault) -> [CacheReply] {
    let folder: ScratchFolder
    let input: FileDescriptor
    do {
      folder = try ScratchFolder(in: temporaryFolder)
      for (index, request) in requests.enumerated() {
        if let body = request.body { try Data(body).write(to: URL(filePath: Self.file(folder, index))) }
      }
      let file = folder.path + "/requests"
      try Data(Self.settings(address, requests, limit, folder).utf8).write(to: URL(filePath: file))
      input = try FileDescriptor.open(file, .readOnly, options: .closeOnExec)
      try FileManager.default.removeItem(atPath: file)
    } catch {
      throw .programFailed(reason: (error as? LedgerError)?.message ?? error.localizedDescription)
    }
    let output = try await run(input, largest: requests.map(\.sizeLimit).max() ?? 0, limit)
    var replies = requests.map { _ in CacheReply.failed(.timedOut) }
    for line in output.split(separator: "\n") {
      let numbers = line.split(separator: " ").map { Int($0) }
      guard numbers.count == 3, let index = numbers[0], let status = numbers[1], let code = numbers[2],
        requests.indices.contains(index)
      else { throw .programFailed(reason: "its output is not understood") }
      replies[index] = Self.reply(to: requests[index], status: status, curl: code, Self.file(folder, index))
    }
    withExtendedLifetime(folder) {}
    return replies
  }

  private static func file(_ folder: ScratchFolder, _ index: Int) -> String { "\(folder.path)/\(index)" }

  // MARK: The process

  /// What curl reads from its standard input: https://curl.se/docs/manpage.html#-K
  private static func settings(
    _ address: CacheAddress, _ requests: [CacheRequest], _ limit: Duration, _ folder: ScratchFolder
  ) -> String {
    var lines = [
      "silent", "globoff", "parallel", "parallel-max = \(parallel)", "proto = \"=http,https\"",
      "connect-timeout = \(seconds(limit / 2))", "max-time = \(seconds(limit))",
      "max-filesize = \(requests.map(\.sizeLimit).max() ?? 0)",
      "user-agent = \"schemaledger/\(programVersion)\"",
      // Without it, curl may wait for a response before it sends a body.
      "header = \"Expect:\"",
      "write-out = \"%{urlnum} %{http_code} %{exitcode}\\n\"",
    ]
    for (index, request) in requests.enumerated() {
      lines.append("url = \"\(address.text)/\(request.path)\"")
      if request.body == nil {
        lines.append("output = \"\(file(folder, index))\"")
      } else {
        lines += ["upload-file = \"\(file(folder, index))\"", "output = \"/dev/null\""]
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return String(format: "%.3f", max(0.001, Double(seconds) + Double(attoseconds) / 1e18))
  }

  private func run(_ input: FileDescriptor, largest: Int, _ limit: Duration) async throws(CacheFault) -> String {
    var environment = variables
    for name in [CacheAddress.variableName, CacheOptions.secretName] { environment[name] = nil }
    var options = PlatformOptions()
    options.teardownSequence = []
    let configuration = Subprocess.Configuration(
      executable: .path("/bin/sh"), arguments: ["-c", Self.script, "sh", "\((largest + 511) / 512)"],
      environment: .custom(
        Dictionary(uniqueKeysWithValues: environment.map { (.init(stringLiteral: $0.key), $0.value) })),
      platformOptions: options)
    enum Ending: Sendable {
      case ended(TerminationStatus, String)
      case timedOut
    }
    let ending: Ending
    do {
      ending = try await withThrowingTaskGroup(of: Ending.self) { group in
        group.addTask {
          let result = try await Subprocess.run(
            configuration, input: .fileDescriptor(input, closeAfterSpawningProcess: true),
            output: .string(limit: 4 << 20), error: .discarded)
          return .ended(result.terminationStatus, result.standardOutput)
        }
        group.addTask {
          try await Task.sleep(for: limit)
          return .timedOut
        }
        defer { group.cancelAll() }
        return try await group.next() ?? .timedOut
      }
    } catch {
      throw .programFailed(reason: "\(error)")
    }
    switch ending {
    case .timedOut: throw .timedOut
    case .ended(.exited(127), _): throw .noProgram(name: Self.program)
    case .ended(.signaled(SIGXFSZ), _): throw .tooLong
    case .ended(.signaled(let number), _): throw .programFailed(reason: "signal \(number)")
    // The exit status is that of one of the requests, each of which has a line of its own.
    case .ended(.exited(let code), let output):
      if output.isEmpty { throw .curl(status: Int(code)) }
      return output
    }
  }

  // MARK: Replies

  private static func reply(to request: CacheRequest, status: Int, curl code: Int, _ file: String) -> CacheReply {
    switch code {
    case 0: break
    case 28: return .failed(.timedOut)
    case 63: return .failed(.tooLong)
    default: return .failed(.curl(status: code))
    }
    switch status {
    case 200...299 where request.body != nil: return .stored
    case 200:
      // curl makes no file for a response without a body.
      let content = FileManager.default.contents(atPath: file) ?? Data()
      return content.count > request.sizeLimit ? .failed(.tooLong) : .content(Array(content))
    case 404 where request.body == nil, 410 where request.body == nil: return .missing
    default: return .failed(.status(status))
    }
  }
}
