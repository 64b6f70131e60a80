/// One request to a cache.
public struct CacheRequest: Sendable, Hashable {
  /// The path below the address of the cache, such as `ac/` and 64 digits.
  public let path: String
  /// What to store there; `nil` to read.
  public let body: [UInt8]?
  /// The number of bytes that the answer may have.
  public let sizeLimit: Int
}

/// The answer to a ``CacheRequest``.
public enum CacheReply: Sendable, Hashable {
  case content([UInt8])
  /// There is no such thing in the cache.
  case missing
  case stored
  case failed(CacheFault)
}

/// Sends requests to the cache at an address, and returns the reply to each, in order. All of it takes no longer than the
/// given time: what has not been answered by then has failed.
public typealias CacheTransport =
  @Sendable (_ address: CacheAddress, _ requests: [CacheRequest], _ limit: Duration) async -> [CacheReply]

/// Why something from a cache was not used.
public enum CacheFault: Error, Sendable, Hashable {
  // The cache was not reached, or did not answer as a cache does.

  /// The program that sends requests is not installed.
  case noProgram(name: String)
  /// The program that sends requests could not be started, or has failed as a whole.
  case programFailed(reason: String)
  /// The exit status of curl for one request: https://curl.se/docs/manpage.html#EXIT
  case curl(status: Int)
  /// The status of an HTTP response.
  case status(Int)
  case timedOut
  case tooLong

  // The cache has answered with something that is no pass for the key.

  /// In `/ac/`, there is no ActionResult with one output file.
  case noActionResult
  /// The blob of an ActionResult is missing.
  case noBlob
  /// A blob does not have its digest or its size.
  case otherDigest
  case notAPass
  case otherFormat
  case otherProgram
  case otherKey
  case notAuthenticated
}
