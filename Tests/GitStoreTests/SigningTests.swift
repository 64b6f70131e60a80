import Foundation
import GitStore
import TestSupport
import Testing

@Suite("Signing")
struct SigningTests {
  private func commit(_ sandbox: Sandbox) async throws -> ObjectID {
    let repository = try sandbox.open()
    return try await repository.commit(
      [.write(path: "file", bytes: bytes("x"))], message: "Signed", onto: repository.head, author: ada, committer: grace
    )
  }

  @Test(
    "the configured program signs the commit",
    arguments: [
      ("gpg.program", nil), ("gpg.openpgp.program", nil), ("gpg.x509.program", "x509"),
    ])
  func fake(_ key: String, _ format: String?) async throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "../signer",
      """
      #!/bin/sh
      echo "$@" > '\(sandbox.folder)/arguments'
      cat > '\(sandbox.folder)/content'
      echo '[GNUPG:] BEGIN_SIGNING' >&2
      echo '[GNUPG:] SIG_CREATED D 1 8 00 1700000000 0123456789ABCDEF' >&2
      printf -- '-----BEGIN PGP SIGNATURE-----\\r\\n\\r\\nfake\\r\\n-----END PGP SIGNATURE-----\\r\\n'
      """, executable: true)
    try sandbox.git("config", "commit.gpgSign", "true")
    try sandbox.git("config", key, sandbox.folder + "/signer")
    if let format { try sandbox.git("config", "gpg.format", format) }
    let id = try await commit(sandbox)
    let content = try sandbox.git("cat-file", "commit", "\(id)")
    let signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n fake\n -----END PGP SIGNATURE-----\n"
    #expect(content.contains("\n" + signature))
    #expect(sandbox.read(sandbox.folder + "/content") == content.replacing(signature, with: "") + "\n")
    #expect(
      sandbox.read(sandbox.folder + "/arguments") == "--status-fd=2 -bsau Grace <grace@example.com>\n")
    #expect(try sandbox.complaints() == "")
    try sandbox.git("config", "user.signingKey", "0xABCD")
    try sandbox.write("file", "again")
    _ = try await sandbox.open().commit(
      [.write(path: "file", bytes: bytes("y"))], message: "m", onto: .branch(name: "main", id), author: ada,
      committer: grace)
    #expect(sandbox.read(sandbox.folder + "/arguments") == "--status-fd=2 -bsau 0xABCD\n")
  }

  @Test(
    "if the program fails, prints nothing or is missing, nothing changes",
    arguments: [
      "echo 'no such key' >&2; exit 2", "printf signature", "echo '[GNUPG:] SIG_CREATED ' >&2", nil,
    ])
  func failing(_ script: String?) async throws {
    let sandbox = try Sandbox()
    let first = try sandbox.commit("one", "1")
    if let script { try sandbox.write("../signer", "#!/bin/sh\n" + script + "\n", executable: true) }
    try sandbox.git("config", "commit.gpgSign", "true")
    try sandbox.git("config", "gpg.program", sandbox.folder + "/signer")
    let error = await #expect(throws: GitError.self) { try await commit(sandbox) }
    guard case .signingFailed(let program, let output) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(program == sandbox.folder + "/signer")
    if script?.contains("no such key") == true { #expect(output == "no such key") }
    #expect(try sandbox.id("HEAD") == first)
    #expect(!sandbox.exists("file"))
    #expect(try sandbox.complaints() == "")
  }

  @Test(
    "git verifies the signature of ssh-keygen", .enabled(if: sshKeygen != nil),
    arguments: [
      "file", "key::", "command",
    ])
  func ssh(_ kind: String) async throws {
    let sandbox = try Sandbox()
    let key = sandbox.folder + "/key"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(sshKeygen))
    process.arguments = ["-q", "-t", "ed25519", "-N", "", "-C", "x", "-f", key]
    try process.runToEnd()
    let publicKey = try #require(sandbox.read(key + ".pub")).trimmingCharacters(in: .newlines)
    try sandbox.write("../signers", "grace@example.com namespaces=\"git\" \(publicKey)\n")
    try sandbox.git("config", "commit.gpgSign", "true")
    try sandbox.git("config", "gpg.format", "ssh")
    try sandbox.git("config", "gpg.ssh.allowedSignersFile", sandbox.folder + "/signers")
    switch kind {
    case "file": try sandbox.git("config", "user.signingKey", key)
    // A public key alone requires ssh-agent. There is none here, so the program fails with a message.
    case "key::": try sandbox.git("config", "user.signingKey", "key::" + publicKey)
    default: try sandbox.git("config", "gpg.ssh.defaultKeyCommand", "echo \(key)")
    }
    if kind == "key::" {
      let error = await #expect(throws: GitError.self) { try await commit(sandbox) }
      guard case .signingFailed("ssh-keygen", let output) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(!output.isEmpty)
    } else {
      let id = try await commit(sandbox)
      #expect(try sandbox.git("verify-commit", "\(id)").contains("Good \"git\" signature for grace@example.com"))
      #expect(try sandbox.complaints() == "")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.root + "/.git")
    #expect(!left.contains { $0.hasPrefix("signing-") })
  }

  @Test("ssh without a key reports the missing setting")
  func sshWithoutKey() async throws {
    let sandbox = try Sandbox()
    try sandbox.git("config", "commit.gpgSign", "true")
    try sandbox.git("config", "gpg.format", "ssh")
    let error = await #expect(throws: GitError.self) { try await commit(sandbox) }
    #expect(error?.message.contains("user.signingKey") == true)
  }
}

private let sshKeygen: String? = ["/usr/bin/ssh-keygen", "/usr/local/bin/ssh-keygen"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}
