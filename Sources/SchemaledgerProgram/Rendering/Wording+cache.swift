import GitStore
import LedgerCore
import SharedCache

// Notes about the cache that machines share (SL614). Never with the password of an address.

extension Wording {
  static func cacheNotAllowed(_ address: CacheAddress) -> String {
    "the cache \(address.shown) of \(Configuration.fileName) was not used: it is not allowed on this machine; to allow it: "
      + "schemaledger trust"
  }

  static let invalidCacheAddress =
    "the cache was not used: \(CacheAddress.variableName) is not an http or https address, such as "
    + "https://cache.example.org/schemas"

  static func cacheUnused(_ address: CacheAddress, reason: String) -> String {
    "the cache \(address.shown) was not used: \(reason)"
  }

  /// Returns `nil` if there is no fault.
  static func cacheUnused(_ address: CacheAddress, _ faults: [CacheFault]) -> String? {
    guard let first = faults.first else { return nil }
    let more = faults.count > 1 ? " (and \(count(faults.count - 1, "more fault")))" : ""
    return "the cache \(address.shown) was not used for everything: \(describe(first))\(more)"
  }

  private static func describe(_ fault: CacheFault) -> String {
    switch fault {
    case .noProgram(let name): "\(name) is not installed"
    case .programFailed(let reason): "curl has failed: \(reason)"
    case .curl(let status): curl(status)
    case .status(let status): "it answered with HTTP status \(status)"
    case .timedOut: "it did not answer within 2 seconds"
    case .tooLong: "it sent more than a pass can have"
    case .noActionResult: "it sent something that is not the ActionResult of a pass"
    case .noBlob: "it has an ActionResult without its blob"
    case .otherDigest: "it sent a blob that does not have its digest"
    case .notAPass: "it sent a blob that is not a pass"
    case .otherFormat: "it sent a pass in another format"
    case .otherProgram: "it sent a pass of another version of schemaledger"
    case .otherKey: "it sent the pass of another upgrade"
    case .notAuthenticated: "it sent a pass that was not made with the secret of \(CacheFolder.secretName)"
    }
  }

  /// https://curl.se/docs/manpage.html#EXIT
  private static func curl(_ status: Int) -> String {
    switch status {
    case 2: "curl is older than 7.75"
    case 5, 6: "the name of its host, or of the proxy, is not known"
    case 7: "it cannot be reached"
    case 18: "it sent only a part of its answer"
    case 35, 58, 60, 66, 77, 80, 83, 90, 91: "a secure connection was not possible (exit status \(status) of curl)"
    case 52, 56: "it closed the connection without an answer"
    default: "its answer is not HTTP (exit status \(status) of curl)"
    }
  }
}
