import Foundation
import GitStore
import LedgerCore
import LedgerKit
import SharedCache

/// The cache that machines share, as the environment and the configuration name it.
struct CacheOptions {
  /// `nil` if there is none, or if it may not be used.
  let shared: SharedResults?
  /// Why a cache that is named is not used; `nil` if it is, or if none is named.
  let problem: String?

  static let secretName = CacheFolder.secretName
  /// The variable that allows to write.
  static let writeName = "SCHEMALEDGER_CACHE_WRITE"

  private init(shared: SharedResults? = nil, problem: String? = nil) {
    (self.shared, self.problem) = (shared, problem)
  }

  /// The variable takes precedence over the configuration, and `none` means that there is no cache. The user or a CI system
  /// sets variables; but whoever opens a pull request can change the configuration, so its cache must be allowed.
  init(of repository: Repository, _ configuration: Configuration, _ environment: CommandEnvironment) {
    let variables = environment.variables
    let address: CacheAddress
    switch variables[CacheAddress.variableName] ?? "" {
    case "none":
      self.init()
      return
    case "":
      guard let named = configuration.cache else {
        self.init()
        return
      }
      guard environment.trust.allows(named, of: repository) else {
        self.init(problem: Wording.cacheNotAllowed(named))
        return
      }
      address = named
    case let text:
      guard let named = CacheAddress(text) else {
        self.init(problem: Wording.invalidCacheAddress)
        return
      }
      address = named
    }
    let secret = variables[Self.secretName].flatMap { $0.isEmpty ? nil : Array($0.utf8) }
    // A secret that is not used must not mean that everything is believed.
    if secret != nil, let problem = repository.caches.problem {
      self.init(problem: Wording.cacheUnused(address, reason: problem.message))
      return
    }
    let curl = CurlTransport(variables: variables, temporaryFolder: environment.temporaryFolder)
    let isWritable = variables[Self.writeName] == "1"
    self.init(
      shared: SharedResults(at: address, program: programVersion, secret: secret, isWritable: isWritable) {
        await curl($0, $1, $2)
      })
  }

  /// The note about a cache that was not used, or not for everything.
  var note: Note? {
    let message = problem ?? shared.flatMap { Wording.cacheUnused($0.address, $0.faults) }
    return message.map { Note(code: .cacheUnused, message: $0) }
  }
}
