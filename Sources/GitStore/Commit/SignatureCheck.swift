internal import CivilCalendar

/// The result of checking a signature with Git's signing programs.
public enum SignatureVerdict: Hashable, Sendable {
  /// The signature is good.
  case good(Signer)
  /// The signature is bad, expired or revoked, its key is unknown or not trusted, or it could not be checked.
  case notGood(reason: String)
}

/// Who has made a good signature.
public struct Signer: Hashable, Sendable {
  /// The user id of an OpenPGP or X.509 key, or the principal of an SSH key in the file of allowed signers.
  public let name: String
  /// The fingerprints of the key and of its primary key, in the form that the program prints; empty if it prints none.
  public let keys: [String]
  /// The reason why the user has not said that the key is this person's; `nil` for a key that is trusted. An OpenPGP key
  /// may be anybody's who has got it into the keyring.
  public let doubt: String?

  /// Creates a signer.
  public init(name: String, keys: [String] = [], doubt: String? = nil) {
    self.name = name
    self.keys = keys
    self.doubt = doubt
  }

  /// Whether a name or a fingerprint is the signer's. Only complete fingerprints count, since an OpenPGP key with a given
  /// short id can be made.
  public func isNamed(by word: String) -> Bool {
    func plain(_ key: String) -> String {
      key.hasPrefix("SHA256:") ? key : String(key.filter { $0 != " " }).uppercased()
    }
    return word == name || keys.contains { plain($0) == plain(word) }
  }
}

/// Checks signatures as `git verify-tag` does.
///
/// The first line of the signature selects `gpg`, `gpgsm` or `ssh-keygen`, or the program that `gpg.<format>.program`
/// names. An SSH key is good if `gpg.ssh.allowedSignersFile` allows it for the time of the signed object.
/// <https://git-scm.com/docs/git-config#Documentation/git-config.txt-gpgsshallowedSignersFile>
struct SignatureCheck {
  let repository: Repository
  let content: [UInt8]
  let signature: String
  /// What an SSH signature must be for.
  let namespace: String
  /// When the content was signed, in UTC, or `nil` if that is not recorded.
  let time: GitTime?

  /// - Throws: `GitError` if the configuration or a temporary file cannot be read or written.
  func verdict() async throws(GitError) -> SignatureVerdict {
    guard let format = SignatureFormat(of: signature) else { return .notGood(reason: "it has no known format") }
    let temporary = try SigningFolder(in: repository.gitDirectory)
    defer { withExtendedLifetime(temporary) {} }
    let file = try temporary.write(content, as: "content")
    let signatureFile = try temporary.write(Array((signature + "\n").utf8), as: "content.sig")
    let program = try format.program(in: repository)
    do throws(GitError) {
      switch format {
      case .openpgp, .x509: return try await gpg(program, file, signatureFile)
      case .ssh: return try await ssh(program, file, signatureFile)
      }
    } catch .signingFailed(let program, let output) {
      return .notGood(reason: "\(program) failed: \(output)")
    }
  }

  /// The status lines are documented in GnuPG's doc/DETAILS. `GOODSIG` is not written for an expired or a revoked key.
  private func gpg(_ program: String, _ file: String, _ signature: String) async throws(GitError) -> SignatureVerdict {
    let result = try await resultOfProgram(
      program, ["--status-fd=1", "--keyid-format=long", "--verify", signature, "-"], input: file)
    let status = result.output.split(separator: "\n").compactMap { line in
      line.hasPrefix("[GNUPG:] ") ? line.dropFirst("[GNUPG:] ".count) : nil
    }
    guard result.isSuccess, let good = status.first(where: { $0.hasPrefix("GOODSIG ") }) else {
      let last = result.error.split(separator: "\n").last.map(String.init)
      return .notGood(reason: last ?? "\(program) did not accept it")
    }
    let levels = ["undefined", "never", "marginal", "fully", "ultimate"]
    let trust = status.compactMap { line in levels.first { line.hasPrefix("TRUST_" + $0.uppercased()) } }.first
    if let least = try repository.string("gpg.mintrustlevel")?.lowercased(),
      let needed = levels.firstIndex(of: least), (trust.flatMap(levels.firstIndex) ?? 0) < needed
    {
      return .notGood(reason: "the trust in its key is \(trust ?? "undefined"), and gpg.minTrustLevel is \(least)")
    }
    // VALIDSIG has the fingerprint of the key first, and that of its primary key last.
    let valid = status.first { $0.hasPrefix("VALIDSIG ") }?.split(separator: " ").dropFirst() ?? []
    let isTrusted = trust == "fully" || trust == "ultimate"
    return .good(
      Signer(
        name: good.split(separator: " ", maxSplits: 2).last.map(String.init) ?? "",
        keys: Array(Set([valid.first, valid.last].compactMap { $0.map(String.init) })).sorted(),
        doubt: isTrusted ? nil : "the trust in its key is \(trust ?? "undefined")"))
  }

  private func ssh(_ program: String, _ file: String, _ signature: String) async throws(GitError) -> SignatureVerdict {
    guard let allowed = try repository.path("gpg.ssh.allowedsignersfile") else {
      return .notGood(reason: "gpg.ssh.allowedSignersFile is not set, so no SSH key is trusted")
    }
    // Whoever can change what is to be checked must not choose the keys.
    if repository.hasInWorkTree(allowed) {
      return .notGood(reason: "gpg.ssh.allowedSignersFile is a file of the repository: name one outside of it")
    }
    let at = time.map { ["-Overify-time=" + $0.compactUTC] } ?? []
    let found = try await resultOfProgram(
      program, ["-Y", "find-principals", "-f", allowed, "-s", signature] + at, input: "/dev/null")
    let principals = found.isSuccess ? found.output.split(whereSeparator: \.isNewline).map(String.init) : []
    guard !principals.isEmpty else { return .notGood(reason: "gpg.ssh.allowedSignersFile does not have its key") }
    for principal in principals {
      let result = try await resultOfProgram(
        program, ["-Y", "verify", "-n", namespace, "-f", allowed, "-I", principal, "-s", signature] + at, input: file)
      guard result.isSuccess else { continue }
      // Good "git" signature for NAME with ED25519 key SHA256:…
      let words = result.output.split(whereSeparator: \.isWhitespace).map(String.init)
      return .good(Signer(name: principal, keys: words.filter { $0.hasPrefix("SHA256:") }))
    }
    return .notGood(reason: "it is not a signature of this content")
  }
}

extension GitTime {
  /// The time in the form of `ssh-keygen -Overify-time`, such as `20231114221320Z`.
  fileprivate var compactUTC: String {
    let days = Int(seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400)
    let rest = Int(seconds) - days * 86_400
    let date = CivilDate(daysSince1970: days)
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let clock = two(rest / 3600) + two(rest / 60 % 60) + two(rest % 60)
    return "\(date.year)" + two(date.month) + two(date.day) + clock + "Z"
  }
}
