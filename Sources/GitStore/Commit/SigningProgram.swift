/// The program that signs commits, tags and files, according to the configuration.
///
/// `gpg.format` is `openpgp` (`gpg`), `x509` (`gpgsm`) or `ssh` (`ssh-keygen`). `gpg.<format>.program` selects another
/// program, as does `gpg.program` for OpenPGP. The key is `user.signingKey`.
/// <https://git-scm.com/docs/git-config#Documentation/git-config.txt-gpgformat>
struct SigningProgram {
  private let program: String
  private let key: Key
  /// The folder for temporary files.
  private let folder: String

  private enum Key {
    /// For `gpg` and `gpgsm`: the argument of `--local-user`.
    case user(String)
    /// For `ssh-keygen`: a file with the private key, or with the public key of a key in the agent.
    case file(String)
    /// For `ssh-keygen`: the public key itself.
    case text(String)
  }

  /// - Throws: ``GitError/signingFailed(program:output:)`` if the configuration is incomplete.
  init(_ repository: Repository, committer: Identity) async throws(GitError) {
    folder = repository.gitDirectory
    let name = try repository.string("gpg.format") ?? SignatureFormat.openpgp.rawValue
    guard let format = SignatureFormat(rawValue: name) else {
      throw .signingFailed(program: "gpg.format = \(name)", output: "the format is openpgp, x509 or ssh")
    }
    program = try format.program(in: repository)
    let key = try repository.string("user.signingkey")
    switch format {
    case .openpgp, .x509:
      self.key = .user(key ?? "\(committer.name) <\(committer.email)>")
    case .ssh:
      var text = key
      if text == nil, let command = try repository.string("gpg.ssh.defaultkeycommand") {
        text = try await Self.firstLine(of: command)
      }
      guard let text else {
        throw .signingFailed(program: program, output: "user.signingKey or gpg.ssh.defaultKeyCommand must be set")
      }
      if text.hasPrefix("key::") {
        self.key = .text(String(text.dropFirst("key::".count)))
      } else if text.hasPrefix("ssh-") {
        self.key = .text(text)
      } else {
        self.key = .file(try repository.path("user.signingkey") ?? text)
      }
    }
  }

  /// The signature of a commit, a tag or a file, in armored form, without a line feed at the end.
  ///
  /// - Parameter namespace: what an SSH signature is for; see `ssh-keygen -Y sign`. Git's own objects have `git`.
  func sign(_ content: [UInt8], namespace: String = "git") async throws(GitError) -> String {
    let temporary = try SigningFolder(in: folder)
    defer { withExtendedLifetime(temporary) {} }
    let file = try temporary.write(content, as: "content")
    let signature: String
    switch key {
    case .user(let user):
      let result = try await runProgram(program, ["--status-fd=2", "-bsau", user], input: file)
      // SIG_CREATED is the status line that gpg's DETAILS file documents for a new signature; an exit status of 0 is
      // not sufficient.
      guard result.error.split(separator: "\n").contains(where: { $0.hasPrefix("[GNUPG:] SIG_CREATED ") }) else {
        throw .signingFailed(program: program, output: result.error.trimmed)
      }
      signature = result.output
    case .file, .text:
      let keyFile =
        switch key {
        case .text(let text): try temporary.write(Array(text.utf8) + [UInt8(ascii: "\n")], as: "key.pub")
        case .file(let path), .user(let path): path
        }
      _ = try await runProgram(program, ["-Y", "sign", "-n", namespace, "-f", keyFile, file], input: "/dev/null")
      signature = String(decoding: try readFile(file + ".sig") ?? [], as: UTF8.self)
    }
    guard !signature.trimmed.isEmpty else {
      throw .signingFailed(program: program, output: "it wrote no signature")
    }
    return signature.withLineFeeds()
  }

  private static func firstLine(of command: String) async throws(GitError) -> String? {
    let result = try await runProgram("sh", ["-c", command], input: "/dev/null")
    return result.output.split(whereSeparator: \.isNewline).first.map { String($0) }
  }
}

extension String {
  /// The text with line feeds between the lines and none at the end, as `git` stores a signature: libgit2 would turn a
  /// line feed at the end into an additional empty line of the commit's header.
  fileprivate func withLineFeeds() -> String {
    String(decoding: utf8.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self).trimmed
  }
}
