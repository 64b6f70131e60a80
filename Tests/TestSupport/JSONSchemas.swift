package import Foundation

/// The part of JSON Schema that the schemas use: draft 2020-12 for the output in `Docs/json`, draft 7 for the files that people
/// write, and draft 4 for SARIF. Any other keyword is a problem, so that no part of a schema is ignored.
package struct JSONSchemas {
  private let files: [String: JSON]
  /// Whether a key that `properties` does not name is a problem unless `additionalProperties` describes it, in which this is
  /// stricter than the standard. For readers the schemas of the output are open, because keys may be added in later versions.
  /// An added key must be described, however.
  private let isStrict: Bool
  /// The properties that occurred, each as `file#/path/to/property`.
  package private(set) var met: Set<String> = []

  /// Reads every `*.schema.json` in a folder.
  ///
  /// - Parameter strict: whether each key must be described.
  package init(in folder: URL, strict isStrict: Bool = true) throws {
    self.isStrict = isStrict
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".schema.json") }
    files = try Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, try JSON(String(contentsOf: folder.appending(path: name), encoding: .utf8)))
      })
  }

  package var names: Set<String> { Set(files.keys) }

  /// The value at a pointer of a file, such as `#/definitions/database`; `nil` if there is none.
  package func value(at pointer: String, in file: String) -> JSON? {
    pointer.dropFirst().split(separator: "/").reduce(files[file]) { schema, key in schema?[String(key)] }
  }

  /// The problems of `value`, one line each. Empty if it conforms to the schema in `file`.
  package mutating func problems(of value: JSON, by file: String) -> [String] {
    guard let schema = files[file] else { return ["there is no \(file)"] }
    return check(value, schema, Place(file: file, pointer: "", value: "$"))
  }

  /// All properties that some schema names.
  package var properties: Set<String> {
    func collect(_ schema: JSON, _ path: String) -> [String] {
      guard case .object(let members) = schema else { return [] }
      return members.flatMap { key, value -> [String] in
        switch (key, value) {
        case ("properties", .object(let named)):
          named.flatMap { name, inner in
            ["\(path)/properties/\(name)"] + collect(inner, "\(path)/properties/\(name)")
          }
        case ("$defs", .object(let named)):
          named.flatMap { name, inner in collect(inner, "\(path)/$defs/\(name)") }
        case ("items", _), ("additionalProperties", _):
          collect(value, "\(path)/\(key)")
        default:
          []
        }
      }
    }
    return Set(files.flatMap { file, schema in collect(schema, file + "#") })
  }

  private struct Place {
    var file: String
    /// The position in the file.
    var pointer: String
    /// The position in the value, for messages.
    var value: String

    func inner(_ pointer: String, _ value: String = "") -> Place {
      Place(file: file, pointer: self.pointer + "/" + pointer, value: self.value + value)
    }

    var path: String { file + "#" + pointer }
  }

  private mutating func check(_ value: JSON, _ schema: JSON, _ place: Place) -> [String] {
    if case .bool(let isAllowed) = schema {
      return isAllowed ? [] : ["\(place.value): may not be there (\(place.path))"]
    }
    guard case .object(let keywords) = schema else { return ["\(place.path) is no schema"] }
    var problems: [String] = []
    func report(_ text: String) { problems.append("\(place.value): \(text) (\(place.path))") }
    for (keyword, rule) in keywords.sorted(by: { $0.key < $1.key }) {
      switch keyword {
      case "$schema", "id", "title", "description", "default", "$defs", "definitions": break
      case "$ref": problems += follow(rule, value, place)
      case "type" where value.types.isDisjoint(with: rule.strings): report("is not of type \(rule.strings)")
      case "const" where rule != value: report("is not \(rule)")
      case "enum" where !Self.elements(rule).contains(value): report("is none of \(rule.strings)")
      case "pattern": if let text = Self.mismatch(value, rule) { report(text) }
      case "format": if let text = Self.misfit(value, rule) { report(text) }
      case "minimum", "maximum", "exclusiveMinimum":
        if case .number(let number) = value, case .number(let limit) = rule,
          keyword == "maximum" ? number > limit : number < limit || number == limit && keyword != "minimum"
        {
          report("is beyond the \(keyword) \(limit)")
        }
      case "minItems":
        if case .array(let elements) = value, case .number(let count) = rule, elements.count < Int(count) {
          report("has fewer than \(count) elements")
        }
      case "uniqueItems":
        if case .array(let elements) = value, rule == .bool(true),
          elements.indices.contains(where: { elements[..<$0].contains(elements[$0]) })
        {
          report("has an element twice")
        }
      case "anyOf", "oneOf":
        var fitting = 0
        for choice in Self.elements(rule) where check(value, choice, place.inner(keyword)).isEmpty { fitting += 1 }
        if keyword == "anyOf" ? fitting == 0 : fitting != 1 { report("fits \(fitting) of the choices") }
      case "allOf":
        for (index, part) in Self.elements(rule).enumerated() {
          problems += check(value, part, place.inner("allOf/\(index)"))
        }
      case "not": if check(value, rule, place.inner(keyword)).isEmpty { report("fits what it must not") }
      case "if":
        let branch = check(value, rule, place.inner(keyword)).isEmpty ? "then" : "else"
        if let schema = keywords[branch] { problems += check(value, schema, place.inner(branch)) }
      case "propertyNames":
        for key in value.keys { problems += check(.string(key), rule, place.inner(keyword, ".\(key)")) }
      case "dependencies":
        for key in value.keys {
          for other in rule[key]?.strings ?? [] where value[other] == nil { report("has \(key) without \(other)") }
        }
      case "minProperties":
        if case .object(let members) = value, case .number(let count) = rule, members.count < Int(count) {
          report("has fewer than \(count) keys")
        }
      case "minLength":
        if case .string(let text) = value, case .number(let count) = rule, text.count < Int(count) {
          report("has fewer than \(count) characters")
        }
      case "required":
        for key in rule.strings where value.types.contains("object") && value[key] == nil { report("has no \(key)") }
      case "items":
        for (index, element) in Self.elements(value).enumerated() {
          problems += check(element, rule, place.inner("items", "[\(index)]"))
        }
      case "properties", "additionalProperties", "type", "const", "enum", "then", "else": break
      default: report("the schema has a keyword that is not known here, \(keyword)")
      }
    }
    return problems + checkMembers(value, keywords, place)
  }

  private mutating func checkMembers(_ value: JSON, _ keywords: [String: JSON], _ place: Place) -> [String] {
    // A schema that does not describe members leaves them to other schemas, such as the one that it references.
    guard case .object(let members) = value, keywords["properties"] != nil || keywords["additionalProperties"] != nil
    else { return [] }
    return members.sorted { $0.key < $1.key }.flatMap { key, member -> [String] in
      if let rule = keywords["properties"]?[key] {
        let inner = place.inner("properties/\(key)", ".\(key)")
        met.insert(inner.path)
        return check(member, rule, inner)
      }
      guard let rule = keywords["additionalProperties"] else {
        return !isStrict ? [] : ["\(place.value).\(key): no schema describes it (\(place.path))"]
      }
      return check(member, rule, place.inner("additionalProperties", ".\(key)"))
    }
  }

  /// Follows a reference to a file in the folder, a pointer, or both.
  private mutating func follow(_ reference: JSON, _ value: JSON, _ place: Place) -> [String] {
    let parts = reference.strings.joined().split(separator: "#", omittingEmptySubsequences: false).map(String.init)
    let file = parts.first.flatMap { $0.isEmpty ? nil : $0 } ?? place.file
    let pointer = parts.dropFirst().first ?? ""
    let target = pointer.split(separator: "/").reduce(files[file]) { schema, key in schema?[String(key)] }
    guard let target else { return ["\(place.path) refers to what is not there: \(reference.strings.joined())"] }
    return check(value, target, Place(file: file, pointer: pointer, value: place.value))
  }

  /// The reason why the text does not have the format. `nil` if it does, or if the value is not a string.
  private static func misfit(_ value: JSON, _ format: JSON) -> String? {
    guard case .string(let text) = value else { return nil }
    let characters = "[A-Za-z0-9._~:/?#\\[\\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2}"
    let pattern: String
    switch format {
    case .string("uri"): pattern = "^[A-Za-z][A-Za-z0-9+.-]*:(\(characters))+$"
    // https://www.rfc-editor.org/rfc/rfc3986#section-4.2: the first segment of a relative reference contains no colon.
    case .string("uri-reference"):
      let first = "[A-Za-z0-9._~@!$&'()*+,;=-]|%[0-9A-Fa-f]{2}"
      pattern = "^([A-Za-z][A-Za-z0-9+.-]*:(\(characters))*|(\(first))*([/?#](\(characters))*)?)$"
    case .string("date-time"): pattern = "^[0-9-]{10}T[0-9:.]{8,}(Z|[+-][0-9:]{5})$"
    default: return "its format is not known here, \(format)"
    }
    return mismatch(value, .string(pattern)).map { _ in "'\(text)' has not the format \(format)" }
  }

  private static func elements(_ value: JSON) -> [JSON] {
    if case .array(let elements) = value { elements } else { [] }
  }

  /// The reason why the value does not match. `nil` if it does, or if it is not a string.
  private static func mismatch(_ value: JSON, _ pattern: JSON) -> String? {
    guard case .string(let text) = value, case .string(let pattern) = pattern else { return nil }
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return "'\(pattern)' is no pattern" }
    let range = NSRange(text.startIndex..., in: text)
    return expression.firstMatch(in: text, range: range) == nil ? "'\(text)' does not match \(pattern)" : nil
  }
}
