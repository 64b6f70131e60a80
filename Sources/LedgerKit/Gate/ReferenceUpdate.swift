public import GitStore
public import LedgerCore

/// An update of one reference on the receiving side of a push.
public struct ReferenceUpdate: Sendable, Hashable {
  /// The reference's name on the receiving side, such as `refs/heads/main`.
  public let name: String
  /// The current object, or `nil` if the reference is new.
  public let old: ObjectID?
  /// The new object, or `nil` if the reference is deleted.
  public let new: ObjectID?

  /// Creates an update.
  public init(name: String, old: ObjectID?, new: ObjectID?) {
    self.name = name
    self.old = old
    self.new = new
  }

  /// The format of the lines, which depends on the hook.
  public enum Format: Sendable {
    /// `<local-ref> SP <local-object-name> SP <remote-ref> SP <remote-object-name> LF`. The local reference may be any
    /// revision, including one with spaces. <https://git-scm.com/docs/githooks#_pre_push>
    case prePush
    /// `<old-oid> SP <new-oid> SP <ref-name> LF`. <https://git-scm.com/docs/githooks#pre-receive>
    case preReceive
  }

  /// Reads the lines that Git writes to a hook. An id of zeros means "no object".
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
