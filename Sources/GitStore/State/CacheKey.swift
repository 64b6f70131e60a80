internal import Digests

/// The key of the authentication codes of cache files. It is either this machine's own, which is a file in the user's
/// ``StateFolder`` and is created when a cache file is first written, or a secret that a CI system passes to its jobs.
struct CacheKey: Sendable {
  private enum Origin: Sendable {
    case machine(PrivateFile)
    case secret([UInt8])
    case none(CacheProblem)
  }

  private let origin: Origin

  /// The number of random bytes in the machine's key.
  private static let length = 32
  /// The least number of bytes in a secret.
  static let shortestSecret = 32

  /// - Parameter secret: the secret, which takes precedence over the machine's key, or `nil`.
  init(state: StateFolder?, secret: String?) {
    if let secret {
      let bytes = Array(secret.utf8)
      origin = bytes.count < Self.shortestSecret ? .none(.shortSecret(bytes: bytes.count)) : .secret(bytes)
    } else if let state {
      origin = .machine(PrivateFile("cache-key", in: state))
    } else {
      origin = .none(.noStateFolder)
    }
  }

  /// Whether cache files may come from another machine with the same key.
  var isShared: Bool { if case .secret = origin { true } else { false } }

  /// The bytes of the key; `nil` if the machine has none yet.
  ///
  /// - Parameter creates: whether to create the machine's key if it has none.
  func bytes(creating creates: Bool) throws(CacheProblem) -> [UInt8]? {
    switch origin {
    case .none(let problem): throw problem
    case .secret(let bytes): return bytes
    case .machine(let file):
      do throws(PrivateFile.Problem) {
        if let key = try Self.read(file) { return key }
        guard creates else { return nil }
        var random = SystemRandomNumberGenerator()
        try file.create((0..<Self.length).map { _ in UInt8.random(in: 0...255, using: &random) })
        return try Self.read(file)
      } catch {
        throw .key(error)
      }
    }
  }

  private static func read(_ file: PrivateFile) throws(PrivateFile.Problem) -> [UInt8]? {
    guard let bytes = try file.read() else { return nil }
    guard bytes.count == length else { throw .foreign(path: file.path) }
    return bytes
  }
}

/// Why this machine has no caches.
public enum CacheProblem: Error, Hashable, Sendable {
  /// Neither `HOME` nor `XDG_STATE_HOME` says where the key of this machine is.
  case noStateFolder
  /// The secret of the environment is too short.
  case shortSecret(bytes: Int)
  /// The machine's key cannot be used.
  case key(PrivateFile.Problem)
}
