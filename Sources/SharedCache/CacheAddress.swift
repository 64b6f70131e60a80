/// The address of a cache that speaks [Bazel's HTTP protocol](https://bazel.build/remote/caching#http-caching), such as
/// `https://cache.example.org/schemas`.
public struct CacheAddress: Sendable, Hashable {
  /// The variable with the address of a cache.
  public static let variableName = "SCHEMALEDGER_CACHE_URL"

  /// The address with the name and the password of a user, if it has them, and without a slash at the end. It contains
  /// neither white space nor quotation marks or backslashes.
  public let text: String
  /// The address without the name and the password of a user, for messages.
  public let shown: String

  /// Whether the address contains the name or the password of a user.
  public var hasCredentials: Bool { shown != text }

  private static let lengthLimit = 2000

  /// Returns `nil` unless the text is an `http` or `https` URL of visible ASCII characters, without a query and a fragment.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.lengthLimit, text.utf8.allSatisfy({ Self.allowed.contains($0) }),
      let scheme = ["http://", "https://"].first(where: text.hasPrefix)
    else { return nil }
    var rest = text.dropFirst(scheme.count)
    while rest.last == "/" { rest.removeLast() }
    let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let authority = parts.first, Self.isPath(parts.dropFirst().first ?? "") else { return nil }
    // "The authority component is preceded by a double slash …", and its user information ends with the last "@".
    // https://www.rfc-editor.org/rfc/rfc3986#section-3.2
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    guard Self.isHost(host) else { return nil }
    self.text = scheme + rest
    shown = scheme + host + rest.dropFirst(authority.count)
  }

  /// Unreserved and reserved characters of URLs, and "%". No apostrophe, and neither "?" nor "#".
  /// https://www.rfc-editor.org/rfc/rfc3986#section-2
  private static let allowed = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/[]@!$&()*+,;=%".utf8)

  private static func isHost(_ text: Substring) -> Bool {
    var host = text
    if host.first == "[", let end = host.firstIndex(of: "]") {
      let digits = host[host.index(after: host.startIndex)..<end]
      host = "v6" + host[host.index(after: end)...]
      guard !digits.isEmpty, digits.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return false }
    }
    if let colon = host.firstIndex(of: ":") {
      guard let port = UInt16(host[host.index(after: colon)...]), port > 0 else { return false }
      host = host[..<colon]
    }
    return !host.isEmpty && host.allSatisfy { $0.isLetter || $0.isNumber || "-._".contains($0) }
  }

  private static func isPath(_ text: Substring) -> Bool {
    text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { $0 != "." && $0 != ".." }
      && !text.contains("@")
  }
}
