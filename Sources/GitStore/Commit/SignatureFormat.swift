/// A format of signatures; the raw value is its name in `gpg.format`.
/// <https://git-scm.com/docs/git-config#Documentation/git-config.txt-gpgformat>
enum SignatureFormat: String {
  case openpgp, x509, ssh

  /// The format of a signature in armored form, or `nil` if `text` does not start with one.
  init?(of text: some StringProtocol) {
    let beginnings: [(String, SignatureFormat)] = [
      ("-----BEGIN PGP SIGNATURE-----", .openpgp), ("-----BEGIN PGP MESSAGE-----", .openpgp),
      ("-----BEGIN SIGNED MESSAGE-----", .x509), ("-----BEGIN SSH SIGNATURE-----", .ssh),
    ]
    guard let found = beginnings.first(where: { text.hasPrefix($0.0) }) else { return nil }
    self = found.1
  }

  /// The program that makes and checks signatures: `gpg.<format>.program` or, for OpenPGP, `gpg.program`.
  func program(in repository: Repository) throws(GitError) -> String {
    if let own = try repository.path("gpg.\(rawValue).program") { return own }
    switch self {
    case .openpgp: return try repository.path("gpg.program") ?? "gpg"
    case .x509: return "gpgsm"
    case .ssh: return "ssh-keygen"
    }
  }
}
