import ArgumentParser

/// The seal that a run verifies, and whose signature counts.
struct SealOptions: ParsableArguments {
  @Option(
    help: .init(
      "Also check that everything in a seal is still there: an annotated tag, or a file with its .sig beside it.",
      valueName: "tag|file"))
  var seal: String?

  @Option(
    help: .init(
      "With --seal: only this person's signature counts, by name or complete fingerprint of the key. Repeat it for several. In CI, name them outside the repository.",
      valueName: "signer"))
  var signedBy: [String] = []

  @Flag(help: "With --seal: accept a seal without a signature, because something else proves who made it.")
  var unsigned = false

  func validate() throws {
    if seal == nil, unsigned || !signedBy.isEmpty { throw ValidationError("--signed-by and --unsigned need --seal") }
    if unsigned, !signedBy.isEmpty { throw ValidationError("--unsigned cannot be combined with --signed-by") }
  }
}
