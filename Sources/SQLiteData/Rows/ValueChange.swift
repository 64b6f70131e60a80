internal import Foundation
internal import GRDB
internal import SQLiteSyntax

/// The change of one value.
enum ValueChange: Hashable {
  case none
  /// NULL became a value.
  case filled
  case becameNull
  /// The storage class changed, and the value can be restored.
  case storageClassChanged
  /// The storage class changed, and the value cannot be restored.
  case storageClassLost
  /// The text was truncated to this number of characters.
  case truncated(Int)
  case digitsLost
  case other

  init(_ before: DatabaseValue, _ after: DatabaseValue) {
    switch (before.storage, after.storage) {
    case (.null, .null): self = .none
    case (.null, _): self = .filled
    case (_, .null): self = .becameNull
    case (.int64(let old), .int64(let new)): self = old == new ? .none : .other
    case (.double(let old), .double(let new)):
      self = old.bitPattern == new.bitPattern ? .none : old.loses(to: new) ? .digitsLost : .other
    case (.string(let old), .string(let new)):
      self =
        old.hasSameBytes(as: new) ? .none : new.isBeginning(of: old) ? .truncated(new.unicodeScalars.count) : .other
    case (.blob(let old), .blob(let new)): self = old == new ? .none : .other
    case (.int64(let old), .double(let new)): self = Int64(exactly: new) == old ? .storageClassChanged : .digitsLost
    case (.double(let old), .int64(let new)):
      self = Double(exactly: new) == old ? .storageClassChanged : old.loses(to: Double(new)) ? .digitsLost : .other
    // The text must have the form in which SQLite writes numbers: an integer without plus sign or leading zeros, a real
    // with 15 digits at least.
    case (.string(let old), .int64(let new)): self = "\(new)" == old ? .storageClassChanged : .storageClassLost
    case (.string(let old), .double(let new)): self = "\(new)" == old ? .storageClassChanged : .storageClassLost
    case (.int64(let old), .string(let new)): self = "\(old)" == new ? .storageClassChanged : .other
    case (.double(let old), .string(let new)):
      self = Double(new).map { $0 == old ? .storageClassChanged : old.loses(to: $0) ? .digitsLost : .other } ?? .other
    case (.string(let old), .blob(let new)): self = Array(old.utf8) == Array(new) ? .storageClassChanged : .other
    case (.blob(let old), .string(let new)):
      self = Array(new.utf8) == Array(old) ? .storageClassChanged : .storageClassLost
    case (.blob, _), (_, .blob): self = .storageClassLost
    }
  }
}

extension Double {
  /// Whether `other` is this number with fewer digits, truncated or rounded.
  fileprivate func loses(to other: Double) -> Bool {
    guard isFinite, other.isFinite else { return false }
    return (0...6).contains { digits in
      let scale = pow(10, Double(digits))
      let moved = self * scale
      return moved.isFinite && moved != moved.rounded()
        && (moved.rounded(.towardZero) / scale == other || moved.rounded() / scale == other)
    }
  }
}

extension String {
  /// Whether `other` begins with this text, and the rest is not only white space.
  fileprivate func isBeginning(of other: String) -> Bool {
    guard !isEmpty, utf8.count < other.utf8.count, other.utf8.starts(with: utf8) else { return false }
    return other.utf8.dropFirst(utf8.count).contains { $0 > 0x20 }
  }
}

extension DatabaseValue {
  /// The value as text, regardless of its storage class. Values that differ only by class, such as `'007'` and 7, have
  /// the same text.
  var loose: String? {
    func text(_ value: Double) -> String { Int64(exactly: value).map { "\($0)" } ?? "\(value)" }
    return switch storage {
    case .null: nil
    case .int64(let value): "\(value)"
    case .double(let value): text(value)
    case .string(let value): Int64(value).map { "\($0)" } ?? Double(value).map(text) ?? value
    case .blob(let data): String(decoding: data, as: UTF8.self)
    }
  }
}
