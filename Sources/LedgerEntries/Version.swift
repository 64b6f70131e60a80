/// The name of a frozen version, such as `1.2.0`, `2024-01-15` or `v3-beta.1`.
///
/// It is the name of a folder in every checkout, so it must be a valid folder name on every file system. It must also
/// not look like an option of a command.
public struct Version: Sendable, CustomStringConvertible {
  /// The name as given: 1 to 64 ASCII letters, digits and `.-_+`, beginning with a letter or a digit.
  public let name: String
  /// What versions are ordered by. A ledger is sorted many times, so the name is parsed once.
  private let parts: [Part]

  /// - Throws: `EntryError.invalidVersion`.
  public init(_ name: String) throws(EntryError) {
    if let reason = Self.reasonToReject(name) { throw .invalidVersion(name: name, reason: reason) }
    self.name = name
    parts = Self.parts(of: name)
  }

  /// The ``name``.
  public var description: String { name }

  private static func reasonToReject(_ name: String) -> String? {
    if name.isEmpty { return "it is empty" }
    if name.utf8.count > 64 { return "it is longer than 64 characters" }
    if name.hasPrefix("-") { return "it looks like an option" }
    if name.contains("/") || name.contains("\\") { return "it looks like a path" }
    let allowed = name.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "._+-".unicodeScalars.contains(scalar))
    }
    if !allowed { return "only ASCII letters, digits, '.', '-', '_' and '+' are allowed" }
    guard let first = name.unicodeScalars.first, first.properties.isAlphabetic || ("0"..."9").contains(first) else {
      return "it must begin with an ASCII letter or a digit"
    }
    if name.hasSuffix(".") || name.contains("..") { return "a dot must be between other characters" }
    // Device names that Windows reserves, with any extension.
    // https://learn.microsoft.com/windows/win32/fileio/naming-a-file
    let stem = String(name.lowercased().prefix { $0 != "." })
    let isPort = stem.count == 4 && (stem.hasPrefix("com") || stem.hasPrefix("lpt")) && stem.last?.isNumber == true
    if isPort || ["con", "prn", "aux", "nul"].contains(stem) { return "Windows reserves this file name" }
    return nil
  }
}

extension Version {
  /// The name of a release without what people put before its number: `1.2.0` for `v1.2.0` and `release-1.2.0`.
  ///
  /// A word is removed only before a number, so that `vendored-2` does not become `endored-2`.
  package static func bareName(of text: String) -> String {
    var name = Substring(text)
    for word in ["release-", "release/", "releases/", "v.", "v", "V"] where name.hasPrefix(word) {
      let rest = name.dropFirst(word.count)
      if rest.first?.isNumber == true || rest.first == "v" { name = rest }
    }
    return String(name)
  }

  /// Whether both name one release: `v1.2.0` is `1.2.0`.
  package func isSame(as other: String) -> Bool { Self.bareName(of: name) == Self.bareName(of: other) }
}

extension Version: Hashable {
  /// Two names that differ are two versions, even if they are equal in order.
  public static func == (left: Version, right: Version) -> Bool { left.name == right.name }

  /// Hashes the ``name``.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Version: Codable {
  /// Decodes the ``name``.
  ///
  /// - Throws: `DecodingError`, `EntryError.invalidVersion`.
  public init(from decoder: any Decoder) throws {
    try self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the ``name``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

extension Version: Comparable {
  /// Compares the names number by number, as release numbers are: 1.9 < 1.10, 2.0-rc.1 < 2.0.
  public static func < (left: Version, right: Version) -> Bool {
    let (a, b) = (left.parts, right.parts)
    for (one, other) in zip(a, b) where one != other { return one < other }
    if a.count == b.count { return left.name < right.name }
    // If one number is followed by a word, it precedes the one that ends there: 2.0-rc precedes 2.0. Model precedes Model-v2.
    let (shorter, longer) = a.count < b.count ? (a, b) : (b, a)
    let longerIsLess = longer[shorter.count].isWord && !shorter.allSatisfy(\.isWord)
    return (a.count < b.count) != longerIsLess
  }

  /// Whether a word follows the number, as in `2.0-rc.1`. The part after a `+` is [build
  /// metadata](https://semver.org/#spec-item-10).
  package var isPrerelease: Bool {
    let release = name.prefix { $0 != "+" }
    return ((try? Version(String(release)))?.parts ?? []).drop(while: \.isWord).contains(where: \.isWord)
  }

  fileprivate enum Part: Hashable, Comparable {
    case word(String)
    /// A number of any length. `digits` has no leading zeros, so the longer number is greater.
    case number(count: Int, digits: String)

    var isWord: Bool { if case .word = self { true } else { false } }

    init(_ run: String) {
      let digits = String(run.drop { $0 == "0" })
      self = run.allSatisfy(\.isNumber) ? .number(count: digits.count, digits: digits) : .word(run)
    }
  }

  fileprivate static func parts(of name: String) -> [Part] {
    var name = Substring(name)
    if name.first == "v" || name.first == "V", name.dropFirst().first?.isNumber == true { name = name.dropFirst() }
    var parts: [Part] = []
    var run = ""
    func end(_ run: String) -> [Part] {
      run.isEmpty ? [] : [Part(run)]
    }
    for character in name {
      let continues = run.last.map { $0.isNumber == character.isNumber } ?? true
      if "._+-".contains(character) {
        parts += end(run)
        run = ""
      } else if continues {
        run.append(character)
      } else {
        parts += end(run)
        run = String(character)
      }
    }
    return parts + end(run)
  }
}

extension Version {
  /// Whether both names mean the same release: `v1.2.0`, `1.2.0` and `1.2`.
  package func isSpelling(of other: Version) -> Bool { significantParts == other.significantParts }

  /// The parts without zeros at the end, in lower case.
  private var significantParts: [Part] {
    var parts = ((try? Version(name.lowercased())) ?? self).parts
    while let last = parts.last, last == .number(count: 0, digits: "") { parts.removeLast() }
    return parts
  }
}
