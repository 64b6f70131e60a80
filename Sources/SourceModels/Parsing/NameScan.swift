/// What a search of a file's bytes finds: the names that it may declare, and whether it may declare models or schemas. It
/// costs a fraction of parsing, and most files of an app need no more.
public struct NameScan: Sendable, Hashable, Codable {
  /// Every name behind a keyword that declares or extends a type, also in a comment or a string.
  var names: Set<String> = []
  /// Whether the file may declare a model, a list of models, a schema, a plan or a container.
  var isRoot = false

  /// Searches the contents of a file.
  public init(_ bytes: [UInt8]) {
    var (names, isRoot) = (Set<String>(), false)
    bytes.withUnsafeBufferPointer { bytes in
      eachWord(in: bytes) { place in
        let word = UnsafeBufferPointer(rebasing: bytes[place])
        let before = place.lowerBound > 0 ? bytes[place.lowerBound - 1] : 0
        if isRootWord(word, isMacro: before == UInt8(ascii: "@") || before == UInt8(ascii: ".")) {
          isRoot = true
        } else if isKeyword(word) {
          names.formUnion(dottedName(in: bytes, from: place.upperBound))
        }
      }
    }
    self.names = names
    self.isRoot = isRoot
  }
}

extension NameScan {
  /// Every name behind `func`, `let` or `var`, also in a comment or a string.
  static func members(in bytes: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    bytes.withUnsafeBufferPointer { bytes in
      eachWord(in: bytes) { place in
        let word = UnsafeBufferPointer(rebasing: bytes[place])
        guard equals(word, "func") || equals(word, "let") || equals(word, "var") else { return }
        if let name = dottedName(in: bytes, from: place.upperBound).first { names.insert(name) }
      }
    }
    return names
  }
}

/// Calls a function with the place of every name or number.
private func eachWord(in bytes: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>) -> Void) {
  var index = 0
  while index < bytes.count {
    let start = index
    while index < bytes.count, isName(bytes[index]) { index += 1 }
    if start < index { body(start..<index) } else { index += 1 }
  }
}

func isName(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
  default: false
  }
}

private func isKeyword(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
  switch word[0] {
  case UInt8(ascii: "a"): equals(word, "actor")
  case UInt8(ascii: "c"): equals(word, "class")
  case UInt8(ascii: "e"): equals(word, "enum") || equals(word, "extension")
  case UInt8(ascii: "p"): equals(word, "protocol")
  case UInt8(ascii: "s"): equals(word, "struct")
  case UInt8(ascii: "t"): equals(word, "typealias")
  default: false
  }
}

private func isRootWord(_ word: UnsafeBufferPointer<UInt8>, isMacro: Bool) -> Bool {
  switch word[0] {
  case UInt8(ascii: "M"): equals(word, "ModelContainer") || isMacro && equals(word, "Model")
  case UInt8(ascii: "P"): equals(word, "PersistentModel")
  case UInt8(ascii: "S"): equals(word, "Schema") || equals(word, "SchemaMigrationPlan")
  case UInt8(ascii: "V"): equals(word, "VersionedSchema")
  case UInt8(ascii: "m"): equals(word, "modelContainer")
  default: false
  }
}

private func equals(_ word: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
  word.count == text.utf8CodeUnitCount && (0..<word.count).allSatisfy { word[$0] == text.utf8Start[$0] }
}

/// The parts of the name behind a keyword.
private func dottedName(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> [String] {
  var index = start
  var names: [String] = []
  while true {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D, 0x60].contains(bytes[index]) { index += 1 }
    let first = index
    while index < bytes.count, isName(bytes[index]) { index += 1 }
    guard first < index else { return names }
    names.append(String(decoding: bytes[first..<index], as: UTF8.self))
    if index < bytes.count, bytes[index] == 0x60 { index += 1 }
    guard index < bytes.count, bytes[index] == 0x2E else { return names }
    index += 1
  }
}

/// Whether the bytes have the name of something that creates a container.
func mentionsContainer(_ bytes: [UInt8]) -> Bool {
  let words = ["ModelContainer", "modelContainer", "Schema"].map { Array($0.utf8) }
  var isFound = false
  bytes.withUnsafeBufferPointer { bytes in
    eachWord(in: bytes) { place in
      isFound = isFound || words.contains { bytes[place].elementsEqual($0) }
    }
  }
  return isFound
}
