public import GitStore
public import LedgerCore

/// What a push makes of one reference of the receiving side.
public struct ReferenceUpdate: Sendable, Hashable {
  /// The reference there, such as `refs/heads/main`.
  public let name: String
  /// What it names there now; nil when it is new.
  public let old: ObjectID?
  /// What it is to name; nil when it is deleted.
  public let new: ObjectID?

  /// An update by its parts.
  public init(name: String, old: ObjectID?, new: ObjectID?) {
    self.name = name
    self.old = old
    self.new = new
  }

  /// Which hook reads the lines.
  public enum Format: Sendable {
    /// `<local-ref> SP <local-object-name> SP <remote-ref> SP <remote-object-name> LF`; the local one may be any
    /// revision, with spaces in it. <https://git-scm.com/docs/githooks#_pre_push>
    case prePush
    /// `<old-oid> SP <new-oid> SP <ref-name> LF`. <https://git-scm.com/docs/githooks#pre-receive>
    case preReceive
  }

  /// Reads what Git writes to a hook. An id of zeros stands for no object.
  ///
  /// - Throws: `LedgerError.notAnUpdate`.
  public static func parse(_ text: String, _ format: Format) throws(LedgerError) -> [ReferenceUpdate] {
    var updates: [ReferenceUpdate] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      let parts: (name: String, old: String, new: String)? =
        switch format {
        case .prePush where words.count >= 4:
          (words[words.count - 2], words[words.count - 1], words[words.count - 3])
        case .preReceive where words.count == 3: (words[2], words[0], words[1])
        default: nil
        }
      guard let parts, let old = ObjectID(hex: parts.old), let new = ObjectID(hex: parts.new) else {
        throw .notAnUpdate(line: String(line))
      }
      updates.append(
        ReferenceUpdate(name: parts.name, old: old == .zero ? nil : old, new: new == .zero ? nil : new))
    }
    return updates
  }
}
