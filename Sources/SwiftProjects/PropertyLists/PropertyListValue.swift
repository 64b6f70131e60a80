/// A value of a property list, with the line on which it begins.
struct PropertyListValue: Sendable {
  enum Content: Sendable {
    /// Numbers, dates and booleans too: the old form has texts only.
    case text(String)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])
  }

  let line: Int
  let content: Content
  /// The keys that occur more than once in this dictionary.
  var repeated: [String] = []

  var text: String? { if case .text(let text) = content { text } else { nil } }
  var array: [PropertyListValue]? { if case .array(let values) = content { values } else { nil } }
  var dictionary: [String: PropertyListValue]? { if case .dictionary(let values) = content { values } else { nil } }

  /// The value of a key, if this is a dictionary that has it.
  subscript(key: String) -> PropertyListValue? { dictionary?[key] }
}
