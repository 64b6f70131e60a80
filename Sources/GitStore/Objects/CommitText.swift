/// The text of a commit.
struct CommitText {
  let header: CommitHeader
  /// The lines before the message.
  let lines: [String]
  /// The full message. Bytes that are not valid UTF-8 are replaced.
  let message: String
  /// The first paragraph of the message, as one line.
  let summary: String

  init(header: CommitHeader, content: UnsafeRawBufferPointer) {
    self.header = header
    let feed = UInt8(ascii: "\n")
    var lines: [String] = []
    var rest = content[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != feed }
      if line.isEmpty { break }
      lines.append(String(decoding: line, as: UTF8.self))
      rest = rest[line.endIndex...].dropFirst()
    }
    self.lines = lines
    message = String(decoding: rest.drop { $0 == feed }, as: UTF8.self)
    summary = Self.summary(of: message)
  }

  private static func summary(of message: String) -> String {
    var lines: [String] = []
    var rest = Substring(message)
    // The message of a commit with many entries has a line for each of them, so only its first paragraph is split.
    while !rest.isEmpty {
      let line = rest.prefix { $0 != "\n" && $0 != "\r\n" }
      if line.isEmpty { break }
      lines.append(String(line).trimmed)
      rest = rest[line.endIndex...].dropFirst()
    }
    return lines.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// The commits that were read. Reports name the same commit for each of the entries that it added, and its message has a
/// line for each of them.
struct CommitTextCache {
  /// The maximum size of all messages in bytes, and the maximum number of commits.
  private static let capacity = (bytes: 16 << 20, count: 1 << 14)
  private var texts: [ObjectID: CommitText] = [:]
  private var size = 0

  subscript(id: ObjectID) -> CommitText? {
    get { texts[id] }
    set {
      guard let newValue, texts[id] == nil else { return }
      size += newValue.message.utf8.count
      if size > Self.capacity.bytes || texts.count >= Self.capacity.count {
        texts = [:]
        size = newValue.message.utf8.count
      }
      texts[id] = newValue
    }
  }
}
