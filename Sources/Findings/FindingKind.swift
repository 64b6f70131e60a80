/// A kind of finding: its code, and what was found, as data. The stored properties of the type are what JSON reports show of
/// it in `facts`, under the same names.
///
/// Each code has one file, with its `FindingCode`, its kinds and their words.
package protocol FindingKind: Sendable, Hashable, Codable {
  /// The code of the finding.
  var code: FindingCode { get }
  /// The name among the kinds of its code: `facts.kind` in JSON reports.
  var name: String { get }
  /// How much it matters, unless circumstances lower it.
  var severity: Severity { get }
}

/// A value that JSON reports write as `null` if it is `nil`. Other optional properties are left out.
@propertyWrapper
package struct Nullable<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  package var wrappedValue: Value?

  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
  }
}
