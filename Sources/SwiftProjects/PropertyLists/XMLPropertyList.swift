internal import Markup

/// Reads property lists in XML.
enum XMLPropertyList {
  /// Reads the one value of a file.
  static func parse(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
    let root: MarkupElement
    do {
      root = try MarkupReader.read(bytes, allowsDocumentType: true, limits: .project)
    } catch {
      throw PropertyListError(error, in: bytes)
    }
    guard root.name == "plist" else { return try value(root) }
    guard let only = root.children.first else { throw PropertyListError(line: root.line, reason: .notAProject) }
    return try value(only)
  }

  private static func value(_ element: MarkupElement) throws(PropertyListError) -> PropertyListValue {
    let content: PropertyListValue.Content
    switch element.name {
    case "dict": return try dictionary(element)
    case "array":
      var values: [PropertyListValue] = []
      for child in element.children { values.append(try value(child)) }
      content = .array(values)
    case "true": content = .text("YES")
    case "false": content = .text("NO")
    case "string", "integer", "real", "date", "data": content = .text(element.text)
    default: throw PropertyListError(line: element.line, reason: .unexpected("<\(element.name)>"))
    }
    return PropertyListValue(line: element.line, content: content)
  }

  private static func dictionary(_ element: MarkupElement) throws(PropertyListError) -> PropertyListValue {
    var values: [String: PropertyListValue] = [:]
    var repeated: [String] = []
    var rest = element.children[...]
    while let key = rest.popFirst() {
      guard key.name == "key", let next = rest.popFirst() else {
        throw PropertyListError(line: key.line, reason: .unexpected("<\(key.name)>"))
      }
      if values.updateValue(try value(next), forKey: key.text) != nil { repeated.append(key.text) }
    }
    return PropertyListValue(line: element.line, content: .dictionary(values), repeated: repeated)
  }
}
