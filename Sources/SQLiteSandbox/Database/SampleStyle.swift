package import GRDB

/// What a description of a row contains.
public enum SampleStyle: Sendable {
  /// Keys and values.
  case values
  /// Keys that are numbers. A value, and a key that is a text or a blob, may be personal: only its storage class is shown.
  case keys
}

extension SampleStyle {
  /// A value of a row for a message.
  package func value(_ value: DatabaseValue) -> String {
    switch self {
    case .values: value.sample
    case .keys: value.storageClass
    }
  }

  /// A value that identifies a row.
  package func key(_ value: DatabaseValue) -> String {
    if case .int64 = value.storage { return value.sample }
    return self.value(value)
  }
}

extension DatabaseValue {
  /// `<text>`; NULL is no value.
  fileprivate var storageClass: String {
    switch storage {
    case .null: "NULL"
    case .int64: "<integer>"
    case .double: "<real>"
    case .string: "<text>"
    case .blob: "<blob>"
    }
  }
}
