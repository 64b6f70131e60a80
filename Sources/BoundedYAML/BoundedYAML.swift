internal import CYaml
package import Yams

/// YAML of unknown origin, whose nesting is limited.
package enum BoundedYAML {
  /// The deepest nesting. libYAML's own limit of 1000 is too high for a thread's stack of 512 kB.
  private static let deepest = 64

  private static let limitNesting: Void = yaml_set_max_nest_level(Int32(deepest))

  /// Parses a document. Returns `nil` if it is empty.
  ///
  /// A text with aliases is for the caller to refuse: nine aliases of nine aliases, and so on, make a small file that takes
  /// practically forever to read.
  ///
  /// - Throws: `YamlError`. ``lineOfDeepNest(in:)`` must be `nil`.
  package static func compose(_ text: String) throws -> Node? {
    limitNesting
    return try Yams.compose(yaml: text)
  }

  /// The line at which braces and brackets are nested too deeply; `nil` if they are not. libYAML does not check this where a
  /// key is possible: it reads to the end of a key before it counts.
  package static func lineOfDeepNest(in text: String) -> Int? {
    var (depth, line) = (0, 1)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      // A comment may have more of them than are open.
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(0, depth - 1)
      case UInt8(ascii: "\n"): line += 1
      default: break
      }
      if depth > deepest { return line }
    }
    return nil
  }
}
