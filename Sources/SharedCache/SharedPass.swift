internal import CanonicalJSON
internal import Digests

/// A pass as a blob of the cache: canonical JSON
///
///     {"code":"…","content":…,"format":1,"key":"…","program":"…","verdict":"passed"}
///
/// `code` is the HMAC-SHA256 of the same object without `code` under the secret of the machines; without a secret, it is
/// absent. There is no other verdict: failures are never stored.
struct SharedPass {
  /// In bytes.
  static let sizeLimit = 64 << 10
  private static let format = 1

  let key: String
  let program: String
  let content: JSONValue

  /// The blob.
  func bytes(secret: [UInt8]?) -> [UInt8] {
    var object = object
    if let secret { object["code"] = .string(code(secret).text) }
    return Array(JSONValue.object(object).canonical.utf8)
  }

  /// Reads a blob that a server has sent for `key`.
  ///
  /// - Throws: what is wrong with it.
  init(_ bytes: [UInt8], key: String, program: String, secret: [UInt8]?) throws(CacheFault) {
    guard bytes.count <= Self.sizeLimit else { throw .tooLong }
    guard let json = JSONValue(parsing: bytes), let object = json.object,
      Array(json.canonical.utf8) == bytes
    else { throw .notAPass }
    guard object["format"]?.number == Self.format else { throw .otherFormat }
    guard object["program"]?.string == program else { throw .otherProgram }
    guard object["key"]?.string == key else { throw .otherKey }
    guard object["verdict"]?.string == "passed", let content = object["content"],
      Set(object.keys).subtracting(["code"]) == ["content", "format", "key", "program", "verdict"]
    else { throw .notAPass }
    self.init(key: key, program: program, content: content)
    guard let secret else { return }
    guard let code = object["code"]?.string, self.code(secret).matches(Array(code.utf8)) else {
      throw .notAuthenticated
    }
  }

  init(key: String, program: String, content: JSONValue) {
    (self.key, self.program, self.content) = (key, program, content)
  }

  private var object: [String: JSONValue] {
    [
      "content": content, "format": .number(Self.format), "key": .string(key), "program": .string(program),
      "verdict": "passed",
    ]
  }

  private func code(_ secret: [UInt8]) -> AuthenticationCode {
    var code = AuthenticationCode(key: secret)
    // The codes of files in `CacheFolder` begin otherwise.
    code.update("schemaledger shared pass 1\0".utf8)
    code.update(JSONValue.object(object).canonical.utf8)
    return code
  }
}
