/// A token of a `Package.swift`.
struct ManifestToken: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case name
    /// A text without interpolation; the token's text is its value.
    case text
    /// A text whose value only the compiler knows.
    case computedText
    case number
    /// `#if`, `#else`, `#endif` and so on.
    case directive
    /// One character.
    case mark
  }

  let kind: Kind
  let text: String
  let line: Int

  func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }
}
