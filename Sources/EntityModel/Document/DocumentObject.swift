internal import CanonicalJSON

/// An object of a model document, read by its keys. Every failure says where it is.
struct DocumentObject {
  let path: String
  private let members: [String: JSONValue]

  /// - Parameter keys: the keys it may have.
  init(_ value: JSONValue, path: String, keys: Set<String>) throws(ModelDocumentError) {
    guard let members = value.object else {
      throw path.isEmpty ? .notAnObject : .wrongKind(path: path, key: "the value", expected: "an object")
    }
    if let unknown = members.keys.filter({ !keys.contains($0) }).min() { throw .unknownKey(path: path, key: unknown) }
    (self.path, self.members) = (path, members)
  }

  func string(_ key: String) throws(ModelDocumentError) -> String {
    guard let value = try optionalString(key) else { throw .missing(path: path, key: key) }
    return value
  }

  func optionalString(_ key: String) throws(ModelDocumentError) -> String? {
    guard let value = members[key] else { return nil }
    guard let string = value.string else { throw .wrongKind(path: path, key: key, expected: "a string") }
    return string
  }

  func number(_ key: String) throws(ModelDocumentError) -> Int? {
    guard let value = members[key] else { return nil }
    guard let number = value.number else { throw .wrongKind(path: path, key: key, expected: "a whole number") }
    return number
  }

  /// False where the key is not there.
  func flag(_ key: String) throws(ModelDocumentError) -> Bool {
    guard let value = members[key] else { return false }
    guard case .bool(let flag) = value else { throw .wrongKind(path: path, key: key, expected: "true or false") }
    return flag
  }

  /// A word of a list of words; `usual` where the key is not there, which must be there without one.
  func word<Word: RawRepresentable<String>>(
    _ key: String, usually usual: Word? = nil
  ) throws(ModelDocumentError) -> Word {
    if let usual, members[key] == nil { return usual }
    let text = try string(key)
    guard let word = Word(rawValue: text) else { throw .unknownWord(path: path, key: key, word: text) }
    return word
  }

  func strings(_ key: String) throws(ModelDocumentError) -> [String] {
    try list(key) { value, _ throws(ModelDocumentError) in
      guard let string = value.string else { throw .wrongKind(path: path, key: key, expected: "a list of strings") }
      return string
    }
  }

  /// Empty where the key is not there.
  func list<Element>(
    _ key: String, _ element: (JSONValue, _ path: String) throws(ModelDocumentError) -> Element
  ) throws(ModelDocumentError) -> [Element] {
    guard let value = members[key] else { return [] }
    guard let values = value.array else { throw .wrongKind(path: path, key: key, expected: "a list") }
    var elements: [Element] = []
    for (position, value) in values.enumerated() {
      elements.append(try element(value, (path.isEmpty ? "" : path + ".") + "\(key)[\(position)]"))
    }
    return elements
  }

  /// As ``list(_:_:)``, of elements that are sorted by a name that none has twice.
  func sorted<Element>(
    _ key: String, by name: (Element) -> String,
    _ element: (JSONValue, _ path: String) throws(ModelDocumentError) -> Element
  ) throws(ModelDocumentError) -> [Element] {
    let elements = try list(key, element)
    for (one, next) in zip(elements, elements.dropFirst()) where name(one) >= name(next) {
      throw .wrongOrder(path: path, key: key)
    }
    return elements
  }
}
