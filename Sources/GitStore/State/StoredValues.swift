/// Values by key that later runs need not find again: one file of the ``CacheFolder``, which decides whether it is accepted.
///
/// For each value, the file has a line with the key and the number of bytes, and then the value and a line feed. A file
/// in another form counts as empty.
public struct StoredValues: Sendable {
  private let folder: CacheFolder
  private let name: String
  private let kind: String
  private let largestSize: Int
  /// Whether the file has only one value, and others of the kind have files of their own.
  private let isAlone: Bool

  /// The number of values that a file can have.
  public static let capacity = 10_000
  /// The number of files in a subfolder. Those that were written before are removed.
  private static let mostFiles = 16

  /// Small values in one file.
  ///
  /// - Parameters:
  ///   - name: the name of the file.
  ///   - kind: what the values are, with the version of their format. Values of another kind are not read.
  public init(in folder: CacheFolder, _ name: String, as kind: String) {
    (self.folder, self.name, self.kind) = (folder, name, kind)
    (largestSize, isAlone) = (64 << 20, false)
  }

  /// One large value, in a file whose name follows from what it is about.
  init(in folder: CacheFolder, _ subfolder: String, as kind: String, file: String) {
    (self.folder, self.kind) = (folder, kind)
    name = "\(subfolder)/\(file)"
    (largestSize, isAlone) = (.max, true)
  }

  /// In the order of the file.
  public func read() -> [(key: String, value: ArraySlice<UInt8>)] {
    guard let content = folder.read(name, as: kind), content.count <= largestSize else { return [] }
    var values: [(key: String, value: ArraySlice<UInt8>)] = []
    var rest = content[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let words = rest[..<end].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      guard words.count == 2, let size = Int(String(decoding: words[1], as: UTF8.self)), size >= 0,
        size < rest.endIndex - end - 1, rest[end + 1 + size] == UInt8(ascii: "\n")
      else { return [] }
      values.append((String(decoding: words[0], as: UTF8.self), rest[(end + 1)..<(end + 1 + size)]))
      rest = rest[(end + size + 2)...]
    }
    return rest.isEmpty ? values : []
  }

  /// Replaces the file by the first of the values, as many as fit. A key has no space and no line feed.
  public func write(_ values: [(key: String, value: ArraySlice<UInt8>)]) {
    var content: [UInt8] = []
    for (key, value) in values.prefix(Self.capacity) {
      let line = "\(key) \(value.count)\n".utf8
      guard largestSize - content.count - line.count > value.count else { break }
      content.append(contentsOf: line)
      content.append(contentsOf: value)
      content.append(UInt8(ascii: "\n"))
    }
    folder.write([content], to: name, as: kind)
    guard isAlone, let subfolder = name.split(separator: "/").first else { return }
    folder.removeOldFiles(in: String(subfolder), keeping: Self.mostFiles)
  }
}
