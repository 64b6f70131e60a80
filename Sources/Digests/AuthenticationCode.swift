/// HMAC-SHA256 ([RFC 2104](https://www.rfc-editor.org/rfc/rfc2104)): a code that only the holder of the key can compute.
public struct AuthenticationCode: Sendable {
  private var inner = SHA256()
  private var outer = SHA256()

  /// Creates the code of no bytes.
  public init(key: [UInt8]) {
    // "Applications that use keys longer than B bytes will first hash the key." B is 64 for SHA-256.
    let key = key.count > 64 ? SHA256.digest(of: key) : key
    let padded = key + repeatElement(0, count: 64 - key.count)
    inner.update(padded.map { $0 ^ 0x36 })
    outer.update(padded.map { $0 ^ 0x5c })
  }

  /// Appends bytes to what is authenticated.
  public mutating func update(_ bytes: some Sequence<UInt8>) { inner.update(bytes) }

  /// The code of all bytes so far, in lower-case hexadecimal: 64 digits.
  public var text: String {
    var outer = outer
    outer.update(inner.digest())
    return hexadecimal(outer.digest())
  }

  /// Whether `text` is ``text``, in UTF-8. The time that this takes does not depend on how much of it is right.
  public func matches(_ text: some Collection<UInt8>) -> Bool {
    let own = self.text.utf8
    return text.count == own.count && zip(own, text).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
