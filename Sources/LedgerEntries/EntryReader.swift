/// Reads an `entry.json` in the form in which ``Entry/bytes`` writes it, many times as fast as any JSON.
///
/// In the canonical form, every key has its place and there is no white space. The reader accepts only what
/// ``Entry/bytes`` writes again byte by byte. It does not accept a text with an escape sequence, which hardly any entry
/// has; the caller reads that entry, and every wrong one, as a ``JSONValue``.
struct EntryReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let lists: MigrationLists
  private var position = 0

  /// The document has another form.
  private struct Mismatch: Error {}

  /// The entry in a document; `nil` if the document has another form.
  static func entry(in document: [UInt8], sharing lists: MigrationLists = MigrationLists()) -> Entry? {
    document.withUnsafeBufferPointer { bytes in
      var reader = EntryReader(bytes, lists)
      return try? reader.entry()
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, _ lists: MigrationLists) {
    self.bytes = bytes
    self.lists = lists
  }

  private mutating func entry() throws(Mismatch) -> Entry {
    var object = try Members(&self)
    let before = object.has("before", in: &self) ? try Self.nonEmpty(try migrations()) : []
    let commit = object.has("commit", in: &self) ? try text() : nil
    guard commit.map({ Entry.commitName($0) == $0 }) ?? true else { throw Mismatch() }
    try object.require("database", in: &self)
    let database = try text()
    try object.require("files", in: &self)
    let files = try files()
    try object.require("format", in: &self)
    let format = try number()
    let ignored = object.has("ignored", in: &self) ? try Self.nonEmpty(try texts()) : []
    try object.require("migrations", in: &self)
    let migrations = try sharedMigrations()
    let isFromStore = object.has("origin", in: &self)
    if isFromStore { try expect("\"store\"") }
    try object.require("parents", in: &self)
    let parents = try texts()
    var rows: Entry.Rows?
    if object.has("rows", in: &self) {
      rows = Entry.Rows(rawValue: try text())
      guard rows != nil else { throw Mismatch() }
    }
    try object.require("schema", in: &self)
    let schema = try text()
    try object.require("source", in: &self)
    var source = try Members(&self)
    let convention = source.has("convention", in: &self) ? try text() : nil
    try source.require("kind", in: &self)
    let kind = try text()
    try expect("}")
    try object.require("sqlite", in: &self)
    let sqlite = try text()
    let hasTables = !object.has("tables", in: &self)
    if !hasTables { try expect("\"unknown\"") }
    let tags = object.has("tags", in: &self) ? try Self.nonEmpty(try texts()) : []
    try object.require("version", in: &self)
    let name = try text()
    try expect("}")
    guard position == bytes.count, let version = try? Version(name),
      before.allSatisfy(\.hasDigests)
    else { throw Mismatch() }
    let entry = Entry(
      database: database, version: version, parents: parents, files: files, schema: schema,
      sourceKind: kind,
      convention: convention, migrations: migrations, sqlite: sqlite, commit: commit,
      before: before,
      ignoredTables: ignored, isFromStore: isFromStore, rows: rows, hasTables: hasTables, tags: tags)
    guard entry.hasNeededFiles, entry.format == format else { throw Mismatch() }
    return entry
  }

  // MARK: Values

  private mutating func files() throws(Mismatch) -> [String: Entry.File] {
    var files: [String: Entry.File] = [:]
    var last: String?
    try expect("{")
    while !take("}") {
      if last != nil { try expect(",") }
      let name = try text()
      // Keys are sorted by UTF-16 code units, and ASCII texts by them as well.
      guard name.utf8.allSatisfy({ $0 < 0x80 }), last.map({ $0 < name }) ?? true else {
        throw Mismatch()
      }
      last = name
      try expect(":{\"sha256\":")
      let digest = try text()
      try expect(",\"size\":")
      files[name] = Entry.File(size: try number(), digest: digest)
      try expect("}")
    }
    return files
  }

  /// The migrations with valid digests. Versions that follow each other often have the same.
  private mutating func sharedMigrations() throws(Mismatch) -> [MigrationRecord] {
    let start = position
    if let shared = lists.records(at: UnsafeBufferPointer(rebasing: bytes[start...])) {
      position += shared.length
      return shared.records
    }
    let records = try migrations()
    guard records.allSatisfy(\.hasDigests) else { throw Mismatch() }
    lists.replace(by: records, from: bytes[start..<position])
    return records
  }

  private mutating func migrations() throws(Mismatch) -> [MigrationRecord] {
    var records: [MigrationRecord] = []
    try expect("[")
    while !take("]") {
      if !records.isEmpty { try expect(",") }
      try expect("{")
      let compared = take("\"compared\":") ? try text() : nil
      if compared != nil { try expect(",") }
      try expect("\"id\":")
      let id = try text()
      try expect(",\"meaning\":")
      let meaning = try text()
      try expect(",\"path\":")
      let path = try text()
      let isRepeatable = take(",\"repeatable\":true")
      try expect(",\"text\":")
      records.append(
        MigrationRecord(
          id: id, path: path, text: try text(), meaning: meaning, isRepeatable: isRepeatable,
          compared: compared))
      try expect("}")
    }
    return records
  }

  private mutating func texts() throws(Mismatch) -> [String] {
    var texts: [String] = []
    try expect("[")
    while !take("]") {
      if !texts.isEmpty { try expect(",") }
      texts.append(try text())
    }
    return texts
  }

  private static func nonEmpty<Element>(_ elements: [Element]) throws(Mismatch) -> [Element] {
    // Without elements, the key is not written.
    guard !elements.isEmpty else { throw Mismatch() }
    return elements
  }

  private mutating func text() throws(Mismatch) -> String {
    try expect("\"")
    let start = position
    var isASCII = true
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      guard bytes[position] >= 0x20, bytes[position] != UInt8(ascii: "\\") else { throw Mismatch() }
      if bytes[position] >= 0x80 { isASCII = false }
      position += 1
    }
    let content = UnsafeBufferPointer(rebasing: bytes[start..<position])
    try expect("\"")
    let text = String(decoding: content, as: UTF8.self)
    // Bytes that are not UTF-8 are replaced.
    guard isASCII || text.utf8.elementsEqual(content) else { throw Mismatch() }
    return text
  }

  private mutating func number() throws(Mismatch) -> Int {
    var (value, digits) = (0, 0)
    while position < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[position] {
      // A longer number may be too large, and one after a zero is not written like this.
      guard digits < 18, digits == 0 || value > 0 else { throw Mismatch() }
      value = value * 10 + Int(bytes[position] - UInt8(ascii: "0"))
      digits += 1
      position += 1
    }
    guard digits > 0 else { throw Mismatch() }
    return value
  }

  // MARK: Tokens

  /// The keys of an object, which are asked for in their order.
  private struct Members {
    private var isFirst = true

    /// Reads the beginning of an object.
    init(_ reader: inout EntryReader) throws(Mismatch) { try reader.expect("{") }

    /// Whether the next key is this one, which is then passed.
    mutating func has(_ key: StaticString, in reader: inout EntryReader) -> Bool {
      let start = reader.position
      if (isFirst || reader.take(",")) && reader.take("\"") && reader.take(key)
        && reader.take("\":")
      {
        isFirst = false
        return true
      }
      reader.position = start
      return false
    }

    mutating func require(_ key: StaticString, in reader: inout EntryReader) throws(Mismatch) {
      guard has(key, in: &reader) else { throw Mismatch() }
    }
  }

  private mutating func expect(_ token: StaticString) throws(Mismatch) {
    guard take(token) else { throw Mismatch() }
  }

  /// Passes the token, if it is next.
  private mutating func take(_ token: StaticString) -> Bool {
    let length = token.utf8CodeUnitCount
    guard bytes.count - position >= length else { return false }
    for offset in 0..<length where bytes[position + offset] != token.utf8Start[offset] {
      return false
    }
    position += length
    return true
  }
}

/// The list of migrations that was parsed last, with its text. Of two lists, the texts tell sooner than the records whether
/// they are equal, and the records of thousands of entries need much less memory if equal lists share it.
package final class MigrationLists {
  private var text: [UInt8] = []
  private var records: [MigrationRecord] = []

  package init() {}

  /// The records and the length of their text, if `bytes` begin with it.
  fileprivate func records(at bytes: UnsafeBufferPointer<UInt8>) -> (records: [MigrationRecord], length: Int)? {
    // The text of a list ends with its bracket, so no other list begins with it.
    text.isEmpty || !bytes.prefix(text.count).elementsEqual(text) ? nil : (records, text.count)
  }

  fileprivate func replace(by records: [MigrationRecord], from text: Slice<UnsafeBufferPointer<UInt8>>) {
    self.text = Array(text)
    self.records = records
  }
}
