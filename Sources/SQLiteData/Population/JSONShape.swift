/// The parts of a JSON text that SQL reads.
struct JSONShape: Sendable, Hashable {
  /// A member of an object.
  struct Member: Sendable, Hashable {
    let key: String
    var value: JSONShape
  }

  /// A step of a path such as `$.tags[0]`.
  enum Step: Hashable {
    case key(String)
    case index
  }

  /// The members of an object, in the order in which SQL names them.
  var members: [Member] = []
  /// The shape of an array's elements, in a list of one; empty if the value is no array.
  var elements: [JSONShape] = []
  /// The values that SQL compares the value with.
  var words: [RowValue] = []

  /// Whether nothing is known but that the text is JSON.
  var isEmpty: Bool { members.isEmpty && elements.isEmpty && words.isEmpty }

  /// Adds a path that SQL reads.
  ///
  /// - Parameters:
  ///   - isArray: whether the value at its end is read as an array.
  ///   - words: the values with which the value at its end is compared.
  mutating func add(_ path: some Collection<Step>, isArray: Bool = false, words: [RowValue] = []) {
    guard let step = path.first else {
      if isArray, elements.isEmpty, members.isEmpty { elements = [JSONShape()] }
      self.words = (self.words + words).uniqued
      return
    }
    switch step {
    case .key(let key):
      let place = members.firstIndex { $0.key == key } ?? members.count
      if place == members.count { members.append(Member(key: key, value: JSONShape())) }
      members[place].value.add(path.dropFirst(), isArray: isArray, words: words)
    case .index:
      if elements.isEmpty { elements = [JSONShape()] }
      elements[0].add(path.dropFirst(), isArray: isArray, words: words)
    }
  }

  /// Adds the paths of another shape of the same text.
  mutating func add(_ other: JSONShape) {
    words = (words + other.words).uniqued
    for member in other.members {
      add([.key(member.key)])
      if let place = members.firstIndex(where: { $0.key == member.key }) { members[place].value.add(member.value) }
    }
    if let element = other.elements.first {
      if elements.isEmpty { elements = [JSONShape()] }
      elements[0].add(element)
    }
  }

  /// Reads a path such as `$.a."b c"[0]`, or the key or index on the right of `->`. Returns `nil` if it is neither.
  static func steps(_ path: String) -> [Step]? {
    guard path.hasPrefix("$") else { return [.key(path)] }
    var steps: [Step] = []
    var rest = path.dropFirst()
    while let first = rest.first {
      rest = rest.dropFirst()
      if first == "[" {
        guard let end = rest.firstIndex(of: "]") else { return nil }
        steps.append(.index)
        rest = rest[rest.index(after: end)...]
      } else if first == ".", rest.first == "\"" {
        let key = rest.dropFirst().prefix { $0 != "\"" }
        steps.append(.key(String(key)))
        rest = rest.dropFirst(key.count + 2)
      } else if first == "." {
        let key = rest.prefix { $0 != "." && $0 != "[" }
        steps.append(.key(String(key)))
        rest = rest.dropFirst(key.count)
      } else {
        return nil
      }
    }
    return steps
  }

  /// A JSON text of this shape.
  ///
  /// - Parameters:
  ///   - number: gives a different text for each number. Of several members, one is missing now and then, as in a text
  ///     that an older version of an application wrote.
  ///   - label: the name of the value, which its texts contain.
  func text(_ number: Int, label: String) -> String {
    if !words.isEmpty, number % 4 != 1 || (members.isEmpty && elements.isEmpty) {
      return Self.text(words[number % words.count])
    }
    if !members.isEmpty {
      let missing = number % 8 == 5 ? number / 8 % (members.count + 1) : nil
      let parts = members.enumerated().filter { $0.offset != missing }.map { _, member in
        "\(Self.quoted(member.key)): \(member.value.text(number, label: member.key))"
      }
      return "{\(parts.joined(separator: ", "))}"
    }
    if let element = elements.first {
      let count = [2, 0, 1, 3][number % 4]
      return "[\((0..<count).map { element.text(number * 3 + $0, label: label) }.joined(separator: ", "))]"
    }
    let name = NameWords(label)
    if name.isIdentifier || name.has(NameWords.countable) { return "\(number + 1)" }
    if name.isFlag { return number % 2 == 0 ? "true" : "false" }
    return Self.quoted(number % 5 == 3 ? "Größe \(label) \(number)" : "\(label) \(number)")
  }

  private static func text(_ value: RowValue) -> String {
    switch value {
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): quoted(value)
    case .null, .blob: "null"
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where scalar.value < 0x20: "\\u00" + TextShapes.hexadecimal(UInt64(scalar.value), 2)
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
