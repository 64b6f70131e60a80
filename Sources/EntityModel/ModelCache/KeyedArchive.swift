/// An archive of `NSKeyedArchiver`: a table of objects that refer to each other.
///
/// https://developer.apple.com/documentation/foundation/nskeyedarchiver
struct KeyedArchive {
  /// An object of the archive. References are resolved on access, so that objects may refer to each other.
  struct Object {
    fileprivate let archive: KeyedArchive
    fileprivate let value: BinaryPropertyList.Value
    /// The position in the archive.
    let number: Int
  }

  fileprivate let list: BinaryPropertyList
  /// The positions of the objects in the list.
  fileprivate let objects: [Int]
  private let rootNumber: Int

  init(_ bytes: [UInt8]) throws(ModelCacheError) {
    let list = try BinaryPropertyList(bytes)
    let top = list.members(of: list.values[list.top])
    guard let top, let objects = top["$objects"], case .array(let places) = list.values[objects],
      let entry = top["$top"].flatMap({ list.members(of: list.values[$0]) })?["root"],
      case .reference(let number) = list.values[entry]
    else { throw .damagedArchive }
    (self.list, self.objects, rootNumber) = (list, places, number)
  }

  func root() throws(ModelCacheError) -> Object {
    guard let root = try object(rootNumber) else { throw .damagedArchive }
    return root
  }

  /// The object with a number; `nil` for `$null`, which has number 0.
  fileprivate func object(_ number: Int) throws(ModelCacheError) -> Object? {
    guard objects.indices.contains(number) else { throw .damagedArchive }
    return number == 0 ? nil : Object(archive: self, value: list.values[objects[number]], number: number)
  }
}

extension BinaryPropertyList {
  /// The positions of a dictionary's values; `nil` if the value is not a dictionary, or has more keys than any object.
  /// Keys that are not strings are ignored.
  fileprivate func members(of value: Value) -> [String: Int]? {
    guard case .dictionary(let keys, let places) = value, keys.count <= 64 else { return nil }
    return Dictionary(
      zip(keys, places).compactMap { key, place in
        if case .string(let name) = values[key] { (name, place) } else { nil }
      }, uniquingKeysWith: { first, _ in first })
  }
}

extension KeyedArchive.Object {
  /// A value in the object itself.
  private func member(_ key: String) -> BinaryPropertyList.Value? {
    archive.list.members(of: value)?[key].map { archive.list.values[$0] }
  }

  /// The object for a key; `nil` if there is none.
  func object(_ key: String) throws(ModelCacheError) -> KeyedArchive.Object? {
    guard case .reference(let number)? = member(key) else { return nil }
    return try archive.object(number)
  }

  /// The integer for a key; `nil` if there is none.
  func number(_ key: String) -> Int? {
    if case .integer(let number)? = member(key) { number } else { nil }
  }

  /// The Boolean value of a key; `defaultValue` if the key is missing.
  func flag(_ key: String, default defaultValue: Bool = false) -> Bool {
    switch member(key) {
    case .bool(let flag)?: flag
    case .integer(let number)?: number != 0
    default: defaultValue
    }
  }

  /// The text, if the object is a string.
  var string: String? {
    if case .string(let text) = value { return text }
    // > { $class = NSMutableString, NS.string = "uuidString" } (a photo library)
    if case .string(let text)? = member("NS.string") { return text }
    return nil
  }

  /// The bytes, if the object is data.
  var data: [UInt8]? {
    if case .data(let bytes) = value { bytes } else { nil }
  }

  /// The truth value, if the object is one.
  var bool: Bool? {
    if case .bool(let flag) = value { flag } else { nil }
  }

  /// The value of a dictionary for a key; `nil` if there is none.
  func entry(_ key: String, _ budget: inout Int) throws(ModelCacheError) -> KeyedArchive.Object? {
    guard let keys = try elements(of: "NS.keys", &budget), let values = try elements(&budget) else { return nil }
    return zip(keys, values).first { $0.0.string == key }?.1
  }

  /// The elements of an array or a set; `nil` for any other object. Each element reduces the budget by one.
  func elements(_ budget: inout Int) throws(ModelCacheError) -> [KeyedArchive.Object]? {
    try elements(of: "NS.objects", &budget)
  }

  private func elements(
    of key: String, _ budget: inout Int
  ) throws(ModelCacheError) -> [KeyedArchive.Object]? {
    guard case .array(let places)? = member(key) else { return nil }
    budget -= places.count
    guard budget >= 0 else { throw .tooLarge(limit: ManagedObjectModel.limit) }
    var objects: [KeyedArchive.Object] = []
    for place in places {
      guard case .reference(let number) = archive.list.values[place] else { throw .damagedArchive }
      if let object = try archive.object(number) { objects.append(object) }
    }
    return objects
  }

  /// The values of a dictionary in the order of the archive, including Core Data's dictionaries with a fixed list of
  /// keys.
  func dictionaryValues(_ budget: inout Int) throws(ModelCacheError) -> [KeyedArchive.Object]? {
    if let values = try elements(&budget) { return values }
    return try object("values")?.elements(&budget)
  }

  /// The class name; `nil` if there is none.
  func className() throws(ModelCacheError) -> String? {
    guard let description = try object("$class"), case .string(let name)? = description.member("$classname") else {
      return nil
    }
    return name
  }
}

/// The data in an archive whose only object is `NSData`. SwiftData stores an array attribute as such an archive of JSON.
///
/// - Throws: ``ModelCacheError`` if the bytes are anything else.
public func archivedData(_ bytes: [UInt8]) throws(ModelCacheError) -> [UInt8] {
  guard let data = try KeyedArchive(bytes).root().data else { throw .damagedArchive }
  return data
}

/// An archive whose only object is `NSData`, in a binary property list.
///
/// > $version 100000, $archiver NSKeyedArchiver, $top root → 1, $objects [$null, data] (retroview)
public func archive(ofData data: [UInt8]) -> [UInt8] {
  var writer = PropertyListWriter()
  return writer.list(
    .dictionary([
      ("$version", .integer(100_000)), ("$archiver", .string("NSKeyedArchiver")),
      ("$top", .dictionary([("root", .reference(1))])), ("$objects", .array([.string("$null"), .data(data)])),
    ]))
}
