internal import Findings
internal import LedgerEntries

extension NearMiss {
  /// The versions that `text` may stand for: those that differ by a typing error or in punctuation, or those that it begins.
  package static func versions(of text: String, among known: [String]) -> [String] {
    let typed = words(text)
    let spelled = known.filter { words($0) == typed || words($0).joined() == typed.joined() }
    let near = spelled.isEmpty ? names(of: text, among: known) : spelled
    if !near.isEmpty { return Array(near.prefix(limit)) }
    // The last of the versions that continue the text: 1.2 may stand for 1.2.7.
    return known.filter { !typed.isEmpty && words($0).starts(with: typed) }.suffix(limit).reversed()
  }

  /// The numbers and words of a version, without a leading `v`.
  private static func words(_ version: String) -> [String] {
    Version.bareName(of: version.lowercased()).split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
