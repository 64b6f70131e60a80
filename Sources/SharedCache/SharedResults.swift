public import CanonicalJSON
internal import Digests
internal import Synchronization

/// The passes that several machines share through a cache with [Bazel's HTTP
/// protocol](https://bazel.build/remote/caching#http-caching).
///
/// `/ac/<key>` is an ``ActionResult`` that names a blob, and `/cas/<SHA-256>` is the blob, a ``SharedPass``. Whatever is not
/// exactly what this program would have stored for the key counts as missing. All requests of a run together wait no longer
/// than ``timeLimit``.
public final class SharedResults: Sendable {
  /// The time for which one run may wait for the cache.
  public static let timeLimit = Duration.seconds(2)

  /// Where the cache is.
  public let address: CacheAddress
  /// Whether entries that were not made with the secret count as missing.
  public var isAuthenticated: Bool { secret != nil }

  private let program: String
  private let secret: [UInt8]?
  private let isWritable: Bool
  private let transport: CacheTransport

  private struct State {
    var remaining = SharedResults.timeLimit
    var faults: [CacheFault] = []
    /// Whether a request would only cost time.
    var isOver = false
  }

  private let state = Mutex(State())

  /// - Parameters:
  ///   - program: the version of the program. Entries of another version count as missing.
  ///   - secret: the key of the authentication codes, or `nil` to believe what the server sends.
  ///   - isWritable: whether ``store(_:)`` writes.
  public init(
    at address: CacheAddress, program: String, secret: [UInt8]?, isWritable: Bool,
    transport: @escaping CacheTransport
  ) {
    self.address = address
    self.program = program
    self.secret = secret
    self.isWritable = isWritable
    self.transport = transport
  }

  /// What was wrong with the answers of the cache in this run, in the order in which it was found.
  public var faults: [CacheFault] { state.withLock { $0.faults } }

  /// The passes that the cache has for these keys, each a SHA-256 in lower-case hexadecimal.
  ///
  /// - Parameter read: makes a pass of its content; `nil` for content that this program does not write.
  public func passes<Pass>(
    for keys: [String], reading read: (JSONValue) -> Pass?
  ) async -> [String: Pass] {
    let actions = await send(
      keys.map { CacheRequest(path: "ac/\($0)", body: nil, sizeLimit: ActionResult.sizeLimit) })
    var found: [(key: String, action: ActionResult)] = []
    for (key, reply) in zip(keys, actions) {
      guard case .content(let bytes) = reply else { continue }
      if let action = ActionResult(bytes), action.size <= SharedPass.sizeLimit {
        found.append((key, action))
      } else {
        add(.noActionResult)
      }
    }
    let blobs = await send(
      found.map { CacheRequest(path: "cas/\($0.action.hash)", body: nil, sizeLimit: SharedPass.sizeLimit) })
    var passes: [String: Pass] = [:]
    for (item, reply) in zip(found, blobs) {
      do throws(CacheFault) {
        guard let content = try content(of: reply, item.action, key: item.key) else { continue }
        guard let pass = read(content) else { throw .notAPass }
        passes[item.key] = pass
      } catch {
        add(error)
      }
    }
    return passes
  }

  private func content(
    of reply: CacheReply, _ action: ActionResult, key: String
  ) throws(CacheFault) -> JSONValue? {
    switch reply {
    case .content(let bytes):
      guard bytes.count == action.size, sha256(bytes) == action.hash else { throw .otherDigest }
      return try SharedPass(bytes, key: key, program: program, secret: secret).content
    // A server may remove the older of the two.
    case .missing: throw .noBlob
    case .stored, .failed: return nil
    }
  }

  /// Stores passes, unless writing is not allowed or the cache has failed in this run.
  public func store(_ passes: [(key: String, content: JSONValue)]) async {
    guard isWritable else { return }
    let blobs = passes.map { pass in
      (pass.key, SharedPass(key: pass.key, program: program, content: pass.content).bytes(secret: secret))
    }.filter { $0.1.count <= SharedPass.sizeLimit }
    let limit = ActionResult.sizeLimit
    // An ActionResult must not name a blob that is not there.
    let stored = await send(
      blobs.map { CacheRequest(path: "cas/\(sha256($0.1))", body: $0.1, sizeLimit: limit) })
    let whole = zip(blobs, stored).filter { $0.1 == .stored }.map(\.0)
    _ = await send(
      whole.map { key, blob in
        let action = ActionResult(hash: sha256(blob), size: blob.count)
        return CacheRequest(path: "ac/\(key)", body: action.bytes, sizeLimit: limit)
      })
  }

  /// The replies to the requests, in the time that remains. Failures are noted.
  private func send(_ requests: [CacheRequest]) async -> [CacheReply] {
    let (limit, isOver) = state.withLock { ($0.remaining, $0.isOver) }
    guard !requests.isEmpty, !isOver else { return [] }
    let clock = ContinuousClock()
    let start = clock.now
    let replies = await transport(address, requests, limit)
    let elapsed = start.duration(to: clock.now)
    state.withLock { state in
      state.remaining = max(.zero, state.remaining - elapsed)
      let faults = replies.compactMap { if case .failed(let fault) = $0 { fault } else { nil } }
      state.faults += faults
      state.isOver = faults.count == replies.count || state.remaining < .milliseconds(100)
    }
    return replies
  }

  private func add(_ fault: CacheFault) { state.withLock { $0.faults.append(fault) } }
}
