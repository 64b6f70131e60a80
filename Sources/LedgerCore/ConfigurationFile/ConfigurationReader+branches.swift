internal import Findings
internal import LedgerEntries
internal import PathPatterns
internal import Yams

/// `other-branches:` and `silence:`.
extension ConfigurationReader {
  /// `nil` if unmerged branches are not compared at all.
  func otherBranches(_ node: Node) throws(LedgerError) -> BranchExclusion? {
    guard node.mapping != nil else {
      switch node.scalar?.string {
      case "true": return BranchExclusion()
      case "false": return nil
      default: throw Self.invalid(node.line, "'other-branches' must be true, false, or have keys: exclude, max-age")
      }
    }
    let section = try Section(node, name: "other-branches", keys: ["exclude", "max-age"])
    var exclusion = BranchExclusion()
    if let node = section["exclude"] { exclusion.patterns = try Self.texts(node, "exclude").map(PathPattern.init) }
    if let node = section["max-age"] {
      guard let text = node.scalar?.string, let days = Int(text), (1...36_500).contains(days) else {
        throw Self.invalid(node.line, "'max-age' must be a number of days, at least 1")
      }
      exclusion.maximumAge = days
    }
    return exclusion
  }

  /// Codes of notes, and of findings that can be notes.
  func silencedCodes(_ node: Node) throws(LedgerError) -> Set<String> {
    let codes = Finding.Code.allCases.filter(\.canBeNote).map(\.rawValue) + NoteCode.allCases.map(\.rawValue)
    var silenced: Set<String> = []
    for node in node.sequence.map(Array.init) ?? [node] {
      let text = try Self.text(node, "silence")
      guard codes.contains(text) else { throw Self.invalid(node.line, Self.reasonNotToSilence(text, codes)) }
      silenced.insert(text)
    }
    return silenced
  }

  private static func reasonNotToSilence(_ text: String, _ codes: [String]) -> String {
    if Finding.Code(rawValue: text) != nil {
      return
        "\(text) is never a note, and only notes can be silenced; to accept a finding, use a waiver (schemaledger help waivers)"
    }
    let near = NearMiss.question(NearMiss.codes(of: text, among: codes))
    return "no note has the code '\(text.shortened)'; \(near ?? "codes are listed in schemaledger help findings")"
  }
}
