internal import CLibgit2

/// An annotated tag.
public struct AnnotatedTag: Hashable, Sendable {
  /// The name in the tag object. It is signed; the name of the reference is not.
  public let name: String
  /// The object that it names.
  public let target: ObjectID
  /// When it was made, or `nil` if the object has no tagger.
  public let time: GitTime?
  /// The message, without the signature.
  public let message: String
  /// The signature, or `nil` if the tag is not signed.
  public let signature: String?
  /// The bytes that the signature is for.
  let signedContent: [UInt8]
}

extension Repository {
  /// The annotated tag that a reference names, such as `v1.0` or `refs/tags/v1.0`; `nil` if there is no such reference or
  /// it does not point to a tag object.
  ///
  /// - Throws: ``GitError/corrupt(_:reason:)`` and other errors of reading objects.
  public func annotatedTag(_ name: String) throws(GitError) -> AnnotatedTag? {
    let full = name.hasPrefix("refs/") ? name : "refs/tags/" + name
    guard isValidReference(full), let reference = try lookUpReference(full),
      git_reference_type(reference.pointer) == GIT_REFERENCE_DIRECT
    else { return nil }
    let id = try targetID(reference)
    let object = try rawObject(id)
    guard object.type == GIT_OBJECT_TAG else { return nil }
    let content = try verifiedObject(id, GIT_OBJECT_TAG).withBytes { [UInt8]($0) }
    guard let tag = AnnotatedTag(content) else { throw ObjectDamage.error(id, reason: "it is not a tag") }
    return tag
  }

  /// Creates an annotated tag on a commit and signs it as `git tag -s` does, even if `tag.gpgSign` is not set.
  ///
  /// - Throws: ``GitError/invalidPath(_:)`` for an invalid name, ``GitError/referenceExists(name:)``,
  ///   ``GitError/signingFailed(program:output:)``, ``GitError/invalidIdentity(name:email:)``.
  public func createSignedTag(
    _ name: String, on commit: ObjectID, message: String, tagger: Identity
  ) async throws(GitError) {
    let full = "refs/tags/" + name
    guard isValidReference(full), !name.hasPrefix("-") else { throw .invalidPath(full) }
    if try lookUpReference(full) != nil { throw .referenceExists(name: full) }
    let who = try tagger.headerValue()
    guard !who.utf8.contains(UInt8(ascii: "\n")) else {
      throw .invalidIdentity(name: tagger.name, email: tagger.email)
    }
    let text = """
      object \(commit)
      type commit
      tag \(name)
      tagger \(who)

      \(message.trimmed)

      """
    let signature = try await SigningProgram(self, committer: tagger).sign(Array(text.utf8))
    let bytes = Array((text + signature + "\n").utf8)
    var id = git_oid()
    try git(.writeObject) { git_odb_write(&id, objects.pointer, bytes, bytes.count, GIT_OBJECT_TAG) }
    share(ObjectID(id))
    try createReference(full, at: ObjectID(id), by: tagger)
    shareReference(full)
  }

  private func createReference(_ name: String, at id: ObjectID, by tagger: Identity) throws(GitError) {
    try startWriting()
    defer { endWriting() }
    let lock = try lock(referencePath(name), else: .referenceLocked(name: name))
    if try lookUpReference(name) != nil { throw .referenceExists(name: name) }
    try checkNoConflict(name)
    try appendReflog(of: name, from: nil, to: id, by: tagger, message: "")
    try replaceReference(name, with: id)
    withExtendedLifetime(lock) {}
  }
}

private func isValidReference(_ name: String) -> Bool {
  var isValid: Int32 = 0
  return git_reference_name_is_valid(&isValid, name) == 0 && isValid == 1
}

extension AnnotatedTag {
  /// Parses the object: header lines, an empty line, the message, and the signature from the first line that begins one.
  fileprivate init?(_ content: [UInt8]) {
    let text = String(decoding: content, as: UTF8.self)
    guard let end = text.firstRange(of: "\n\n") else { return nil }
    let header = text[..<end.lowerBound].split(separator: "\n")
    func value(_ key: String) -> String? {
      header.first { $0.hasPrefix(key + " ") }.map { String($0.dropFirst(key.count + 1)) }
    }
    guard let target = value("object").flatMap({ ObjectID(hex: $0) }), let name = value("tag")
    else { return nil }
    self.target = target
    self.name = name
    time = value("tagger").map { Identity(headerValue: $0).time }.flatMap { $0 == .unknown ? nil : $0 }
    let body = text[end.upperBound...]
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines.lastIndex { SignatureFormat(of: $0) != nil }
    guard let start else {
      message = String(body).trimmed
      signature = nil
      signedContent = content
      return
    }
    message = lines[..<start].joined(separator: "\n").trimmed
    let tail = lines[start...].joined(separator: "\n")
    signature = tail.trimmed
    signedContent = Array(content.dropLast(tail.utf8.count))
  }
}
