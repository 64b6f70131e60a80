#if canImport(CryptoKit)
  internal import CryptoKit
#else
  internal import CLibcrypto
#endif

/// A running SHA-256 ([FIPS 180-4](https://csrc.nist.gov/pubs/fips/180-4/upd1/final)), computed by the system: CryptoKit
/// on Apple's platforms, OpenSSL's libcrypto elsewhere. Copies are independent.
public struct SHA256: Sendable {
  #if canImport(CryptoKit)
    private var state = CryptoKit.SHA256()
  #else
    private var state = DigestContext()
  #endif

  /// Creates the digest of no bytes.
  public init() {}

  /// Appends bytes to what is digested.
  public mutating func update(_ bytes: some Sequence<UInt8>) {
    let copied: Void? = bytes.withContiguousStorageIfAvailable { append(UnsafeRawBufferPointer($0)) }
    if copied == nil { Array(bytes).withUnsafeBytes { append($0) } }
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    #if canImport(CryptoKit)
      state.update(bufferPointer: bytes)
    #else
      if !isKnownUniquelyReferenced(&state) { state = DigestContext(copying: state) }
      state.update(bytes)
    #endif
  }

  /// The digest of all bytes so far, 32 bytes. More may be appended afterwards.
  public func digest() -> [UInt8] {
    #if canImport(CryptoKit)
      Array(state.finalize())
    #else
      DigestContext(copying: state).finish()
    #endif
  }

  /// The digest of `bytes`, 32 bytes.
  public static func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest()
  }
}

/// The SHA-256 of `text` in UTF-8, in lower-case hexadecimal.
public func sha256(_ text: String) -> String {
  var hash = SHA256()
  hash.update(text.utf8)
  return hexadecimal(hash.digest())
}

/// The SHA-256 of `bytes`, in lower-case hexadecimal.
public func sha256(_ bytes: [UInt8]) -> String { hexadecimal(SHA256.digest(of: bytes)) }

/// Two lower-case digits for each byte.
func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
    for (index, byte) in bytes.enumerated() {
      text[2 * index] = digits[Int(byte >> 4)]
      text[2 * index + 1] = digits[Int(byte & 15)]
    }
    return 2 * bytes.count
  }
}
