/// The configuration of one command: `git -c key=value`, which Git passes on in `GIT_CONFIG_PARAMETERS`, and
/// `GIT_CONFIG_COUNT` with `GIT_CONFIG_KEY_<n>` and `GIT_CONFIG_VALUE_<n>`.
///
/// See [git-config(1), Environment](https://git-scm.com/docs/git-config#ENVIRONMENT).
struct CommandConfiguration {
  /// The keys, as ``normalizedKey(_:)``, and their values in their order. A key without a value is true.
  private(set) var entries: [(key: String, value: String?)] = []

  /// - Parameter variables: the environment.
  /// - Throws: ``GitError/invalidVariable(_:reason:)``, where `git` ends, too.
  init(_ variables: [String: String]) throws(GitError) {
    // An empty count is no count.
    if let text = variables["GIT_CONFIG_COUNT"], !text.isEmpty {
      guard let count = Int(text), (0...Int(Int32.max)).contains(count) else {
        throw .invalidVariable("GIT_CONFIG_COUNT", reason: "it is not a number")
      }
      for number in 0..<count {
        let name = "GIT_CONFIG_KEY_\(number)"
        guard let key = variables[name] else { throw .invalidVariable(name, reason: "it is not set") }
        let place = "GIT_CONFIG_VALUE_\(number)"
        guard let value = variables[place] else { throw .invalidVariable(place, reason: "it is not set") }
        try append(key, value, from: name)
      }
    }
    if let text = variables["GIT_CONFIG_PARAMETERS"] { try appendParameters(text) }
  }

  /// The key with its section and its name in lower case. A part between them keeps its case.
  static func normalizedKey(_ key: String) -> String? {
    guard let first = key.firstIndex(of: "."), let last = key.lastIndex(of: "."), first != key.startIndex,
      key.index(after: last) != key.endIndex
    else { return nil }
    return key[..<first].lowercased() + key[first..<last] + key[last...].lowercased()
  }

  private mutating func append(_ key: String, _ value: String?, from variable: String) throws(GitError) {
    guard let key = Self.normalizedKey(key) else {
      throw .invalidVariable(variable, reason: "'\(key)' is not a key with a section and a name")
    }
    entries.append((key, value))
  }

  /// Reads words in the quotes of a shell: `'key'='value'`, `'key'=` for a key without a value, and, as Git wrote it
  /// before 2.31, `'key=value'`.
  private mutating func appendParameters(_ text: String) throws(GitError) {
    let variable = "GIT_CONFIG_PARAMETERS"
    var rest = text.utf8[...]
    while true {
      rest = rest.drop { $0 == UInt8(ascii: " ") }
      if rest.isEmpty { return }
      guard let key = Self.quoted(&rest) else { throw .invalidVariable(variable, reason: "a quote is missing") }
      if rest.first == UInt8(ascii: "=") {
        rest.removeFirst()
        let isLast = rest.first.map { $0 == UInt8(ascii: " ") } ?? true
        let value = isLast ? nil : Self.quoted(&rest)
        if !isLast, value == nil { throw .invalidVariable(variable, reason: "a quote is missing") }
        try append(key, value, from: variable)
      } else {
        let parts = key.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        try append(String(parts[0]), parts.count > 1 ? String(parts[1]) : nil, from: variable)
      }
    }
  }

  /// Takes a word in single quotes. Git writes a `'` or a `!` of the word between two quoted parts, after a backslash.
  private static func quoted(_ rest: inout Substring.UTF8View) -> String? {
    let (quote, backslash) = (UInt8(ascii: "'"), UInt8(ascii: "\\"))
    var word: [UInt8] = []
    guard rest.popFirst() == quote else { return nil }
    while true {
      while let byte = rest.first, byte != quote {
        word.append(byte)
        rest.removeFirst()
      }
      guard rest.popFirst() == quote else { return nil }
      guard rest.first == backslash else { return String(decoding: word, as: UTF8.self) }
      rest.removeFirst()
      guard let escaped = rest.popFirst(), rest.popFirst() == quote else { return nil }
      word.append(escaped)
    }
  }
}
