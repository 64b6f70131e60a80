import CanonicalJSON
import Digests
import Synchronization
import Testing

@testable import SharedCache

@Suite("SharedResults")
struct SharedResultsTests {
  private let key = sha256("key")
  private let content: JSONValue = ["milliseconds": 3, "notCovered": [], "statements": []]
  private let secret = Array("0123456789abcdef0123456789abcdef".utf8)

  /// A cache in memory, which remembers the requests.
  private final class Server: Sendable {
    let files: Mutex<[String: [UInt8]]>
    let requests = Mutex<[[CacheRequest]]>([])
    let failure: CacheFault?

    init(_ files: [String: [UInt8]] = [:], failure: CacheFault? = nil) {
      self.files = Mutex(files)
      self.failure = failure
    }

    @Sendable func answer(_ requests: [CacheRequest]) -> [CacheReply] {
      self.requests.withLock { $0.append(requests) }
      if let failure { return requests.map { _ in .failed(failure) } }
      return files.withLock { files in
        requests.map { request in
          if let body = request.body {
            files[request.path] = body
            return .stored
          }
          return files[request.path].map { .content($0) } ?? .missing
        }
      }
    }

    func results(secret: [UInt8]? = nil, isWritable: Bool = true, program: String = "1") throws -> SharedResults {
      let address = try #require(CacheAddress("http://cache.example.org"))
      return SharedResults(at: address, program: program, secret: secret, isWritable: isWritable) { _, requests, _ in
        self.answer(requests)
      }
    }
  }

  /// A server that has these bytes as the pass for the key.
  private func server(_ blob: [UInt8], named hash: String? = nil, size: Int? = nil) -> Server {
    let action = ActionResult(hash: hash ?? sha256(blob), size: size ?? blob.count)
    return Server(["ac/" + key: action.bytes, "cas/" + action.hash: blob])
  }

  private func read(_ results: SharedResults) async -> (pass: JSONValue?, faults: [CacheFault]) {
    (await results.passes(for: [key], reading: { $0 })[key], results.faults)
  }

  private func blob(_ change: (inout [String: JSONValue]) -> Void = { _ in }, secret: [UInt8]? = nil) -> [UInt8] {
    var object =
      JSONValue(parsing: SharedPass(key: key, program: "1", content: content).bytes(secret: secret))?.object ?? [:]
    change(&object)
    return Array(JSONValue.object(object).canonical.utf8)
  }

  @Test("what one machine stores, another reads; the blob is stored before it is named")
  func roundTrip() async throws {
    for secret in [nil, secret] {
      let server = Server()
      try await server.results(secret: secret).store([(key, content)])
      #expect(server.requests.withLock { $0.map { $0.map { $0.path.prefix(3) } } } == [["cas"], ["ac/"]])
      let (pass, faults) = try await read(server.results(secret: secret))
      #expect(pass == content)
      #expect(faults.isEmpty)
    }
  }

  @Test("nothing is written unless it is allowed, and a key that is absent is no fault")
  func readOnly() async throws {
    let server = Server()
    let results = try server.results(isWritable: false)
    await results.store([(key, content)])
    #expect(server.requests.withLock { $0.isEmpty })
    let (pass, faults) = await read(results)
    #expect(pass == nil && faults.isEmpty)
  }

  /// A blob that is not what this program would have stored for the key.
  enum Lie: CaseIterable {
    case otherKey, otherProgram, otherFormat, failure, extraMember, missingMember, notCanonical, noJSON, empty, large
    case otherBlob, otherSize, cut, noBlob, noActionResult

    var fault: CacheFault {
      switch self {
      case .otherKey: .otherKey
      case .otherProgram: .otherProgram
      case .otherFormat: .otherFormat
      case .failure, .extraMember, .missingMember, .notCanonical, .noJSON, .empty: .notAPass
      case .otherBlob, .otherSize, .cut: .otherDigest
      case .noBlob: .noBlob
      case .noActionResult, .large: .noActionResult
      }
    }
  }

  @Test("lies are refused", arguments: Lie.allCases)
  func lies(_ lie: Lie) async throws {
    let server: Server
    switch lie {
    case .otherKey: server = self.server(blob { $0["key"] = .string(sha256("other")) })
    case .otherProgram: server = self.server(blob { $0["program"] = "2" })
    case .otherFormat: server = self.server(blob { $0["format"] = 2 })
    case .failure: server = self.server(blob { $0["verdict"] = "failed" })
    case .extraMember: server = self.server(blob { $0["more"] = 1 })
    case .missingMember: server = self.server(blob { $0["content"] = nil })
    case .notCanonical: server = self.server(blob() + [UInt8(ascii: "\n")])
    case .noJSON: server = self.server(Array("<html>".utf8))
    case .empty: server = self.server([])
    case .large: server = self.server([UInt8](repeating: 0x20, count: SharedPass.sizeLimit + 1))
    case .otherBlob: server = self.server(blob(), named: sha256("other"))
    case .otherSize: server = self.server(blob(), size: 5)
    case .cut: server = self.server(Array(blob().dropLast()), named: sha256(blob()), size: blob().count)
    case .noBlob: server = Server(["ac/" + key: ActionResult(hash: sha256("x"), size: 1).bytes])
    case .noActionResult: server = Server(["ac/" + key: Array("<html>".utf8)])
    }
    let (pass, faults) = try await read(server.results())
    #expect(pass == nil)
    #expect(faults == [lie.fault])
  }

  @Test("with a secret, only what was made with it is believed")
  func secrets() async throws {
    let other = secret.map { $0 ^ 1 }
    #expect(try await read(server(blob(secret: secret)).results(secret: secret)).pass == content)
    let forged = [
      blob(), blob(secret: other), blob({ $0["code"] = "" }, secret: secret), blob({ $0["code"] = 1 }, secret: secret),
      blob({ $0["content"] = ["milliseconds": 4, "notCovered": [], "statements": []] }, secret: secret),
    ]
    for blob in forged {
      let (pass, faults) = try await read(server(blob).results(secret: secret))
      #expect(pass == nil)
      #expect(faults == [.notAuthenticated])
    }
    // A machine without the secret believes the server anyway.
    #expect(try await read(server(blob(secret: secret)).results()).pass == content)
  }

  @Test("content that the reader does not know is a fault")
  func unknownContent() async throws {
    let results = try server(blob()).results()
    #expect(await results.passes(for: [key]) { _ -> Int? in nil }.isEmpty)
    #expect(results.faults == [.notAPass])
  }

  @Test("after a failure, nothing more is sent")
  func failure() async throws {
    let server = Server(failure: .status(500))
    let results = try server.results()
    _ = await read(results)
    await results.store([(key, content)])
    _ = await read(results)
    #expect(server.requests.withLock { $0.count } == 1)
    #expect(results.faults == [.status(500)])
  }

  @Test("a wrong entry is replaced by what this run has found")
  func healing() async throws {
    let server = server(blob { $0["program"] = "2" })
    let results = try server.results()
    _ = await read(results)
    await results.store([(key, content)])
    #expect(try await read(server.results()).pass == content)
  }

  @Test("a pass that is too long is not stored")
  func longPass() async throws {
    let server = Server()
    try await server.results().store([(key, .string(String(repeating: "a", count: SharedPass.sizeLimit)))])
    #expect(server.files.withLock { $0.isEmpty })
  }

  @Test("the time of all requests is limited together")
  func time() async throws {
    let address = try #require(CacheAddress("http://cache.example.org"))
    let limits = Mutex<[Duration]>([])
    let results = SharedResults(at: address, program: "1", secret: nil, isWritable: true) { _, requests, limit in
      limits.withLock { $0.append(limit) }
      try? await Task.sleep(for: .milliseconds(300))
      return requests.map { _ in .missing }
    }
    for _ in 0..<10 { _ = await results.passes(for: [key], reading: { $0 }) }
    let seen = limits.withLock { $0 }
    // A busy machine takes longer than was asked for, never shorter.
    #expect((1...7).contains(seen.count))
    #expect(seen.first == .seconds(2))
    for (one, next) in zip(seen, seen.dropFirst()) { #expect(next <= one - .milliseconds(300)) }
  }
}
