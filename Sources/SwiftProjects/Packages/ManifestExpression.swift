/// An expression of a `Package.swift`, as far as it is a literal.
indirect enum ManifestExpression: Sendable {
  case text(String)
  case array([ManifestExpression])
  /// `.target(name: …)`, `Target.target(name: …)` or `.v6`, which has no arguments; the name is the last one.
  case call(name: String, arguments: [ManifestArgument], line: Int)
  /// The name of a constant of the manifest.
  case constant(String, line: Int)
  case sum([ManifestExpression])
  /// Anything else.
  case computed(line: Int)
}
