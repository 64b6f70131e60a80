#if canImport(CryptoKit)
  internal import CryptoKit
#else
  internal import CLibcrypto
#endif

/// The SHA-1 of `bytes` ([FIPS 180-4](https://csrc.nist.gov/pubs/fips/180-4/upd1/final)), 20 bytes: the checksum at the
/// end of many of Git's files. It detects damage, but no attack.
public func sha1(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
  #if canImport(CryptoKit)
    Array(Insecure.SHA1.hash(data: bytes))
  #else
    [UInt8](unsafeUninitializedCapacity: 20) { digest, count in
      // "data" may not be null, even of no bytes.
      let status = withUnsafeBytes(of: UInt8(0)) { none in
        EVP_Digest(bytes.baseAddress ?? none.baseAddress, bytes.count, digest.baseAddress, nil, EVP_sha1(), nil)
      }
      // As in `DigestContext`: only a lack of memory, or a libcrypto without SHA-1, leads to this.
      precondition(status == 1, "libcrypto could not compute a SHA-1")
      count = 20
    }
  #endif
}

/// The SHA-1 of `bytes`, 20 bytes.
public func sha1(_ bytes: ArraySlice<UInt8>) -> [UInt8] { bytes.withUnsafeBytes { sha1($0) } }
