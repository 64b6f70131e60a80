internal import CanonicalJSON

/// A JSON object of a model document, read by its keys. Every error contains the object's path.
struct DocumentObject {
  let path: String
  private let members: [String: JSONValue]

  /// - Parameter keys: the allowed keys.
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

  /// The Boolean value of a key; false if the key is missing.
  func flag(_ key: String) throws(ModelDocumentError) -> Bool {
    guard let value = members[key] else { return false }
    guard case .bool(let flag) = value else { throw .wrongKind(path: path, key: key, expected: "true or false") }
    return flag
  }

  /// The value of a key that has a fixed set of values. If the key is missing, the result is `defaultValue`; without
  /// one, the key is required.
  func value<Value: RawRepresentable<String>>(
    _ key: String, default defaultValue: Value? = nil
  ) throws(ModelDocumentError) -> Value {
    if let defaultValue, members[key] == nil { return defaultValue }
    let text = try string(key)
    guard let value = Value(rawValue: text) else { throw .unknownValue(path: path, key: key, value: text) }
    return value
  }

  func strings(_ key: String) throws(ModelDocumentError) -> [String] {
    try list(key) { value, _ throws(ModelDocumentError) in
      guard let string = value.string else { throw .wrongKind(path: path, key: key, expected: "a list of strings") }
      return string
    }
  }

  /// The elements of a list; empty if the key is missing.
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

  /// Like ``list(_:_:)``, for a list whose elements must be sorted by unique names.
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
