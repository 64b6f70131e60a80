#if !canImport(CryptoKit)
  internal import CLibcrypto

  /// Owns libcrypto's state of a SHA-256.
  ///
  /// > EVP_DigestInit_ex(), EVP_DigestUpdate() and EVP_DigestFinal_ex() return 1 for success and 0 for failure.
  ///
  /// https://docs.openssl.org/3.0/man3/EVP_DigestInit/
  ///
  /// The calls below fail only when memory runs out, or when libcrypto is configured without SHA-256. Nothing can go on
  /// without a digest in either case, so a failure ends the program, as Swift's own allocations do.
  final class DigestContext: @unchecked Sendable {
    // Written only by the one `SHA256` that holds it: `SHA256` copies a context that is shared before it writes.
    private let context: OpaquePointer

    /// libcrypto looks an algorithm up by its name at each `EVP_DigestInit_ex` with `EVP_sha256()`; this looks it up once.
    private static let algorithm = Algorithm()

    init() {
      context = Self.allocated()
      Self.check(EVP_DigestInit_ex(context, Self.algorithm.pointer, nil))
    }

    init(copying other: DigestContext) {
      context = Self.allocated()
      Self.check(EVP_MD_CTX_copy_ex(context, other.context))
    }

    deinit { EVP_MD_CTX_free(context) }

    func update(_ bytes: UnsafeRawBufferPointer) {
      // "data" may not be null, even of no bytes.
      guard let start = bytes.baseAddress else { return }
      Self.check(EVP_DigestUpdate(context, start, bytes.count))
    }

    /// The digest, 32 bytes. Nothing may be appended after it.
    func finish() -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: 32) { bytes, count in
        Self.check(EVP_DigestFinal_ex(context, bytes.baseAddress, nil))
        count = 32
      }
    }

    private static func allocated() -> OpaquePointer {
      guard let context = EVP_MD_CTX_new() else { preconditionFailure("libcrypto: out of memory") }
      return context
    }

    private static func check(_ status: CInt) {
      precondition(status == 1, "libcrypto could not compute a SHA-256")
    }

    private struct Algorithm: @unchecked Sendable {
      // Never changes, and is never freed.
      let pointer: OpaquePointer

      init() {
        // Without it, the first digest of a process reads openssl.cnf.
        // https://docs.openssl.org/3.0/man3/OPENSSL_init_crypto/
        _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)
        guard let sha256 = EVP_MD_fetch(nil, "SHA256", nil) else {
          preconditionFailure("libcrypto has no SHA-256")
        }
        pointer = sha256
      }
    }
  }
#endif
