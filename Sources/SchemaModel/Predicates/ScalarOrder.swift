import Foundation

/// The way in which SQLite can sort values of a Swift type in Swift's order.
enum ScalarOrder {
  /// SQLite's own order.
  case plain
  /// The order of an integer's bit pattern, in which negative integers come last.
  case unsigned
  /// The order of ``TextCollation/unicode``.
  case text
  /// The order of ``PredicateFunction/decimalOrder``.
  case decimal

  /// `nil` if the type defines its own order.
  init?(of type: Any.Type) {
    let wrapped = (type as? any OptionalValue.Type)?.wrappedType ?? type
    guard let order = Self.known[ObjectIdentifier(wrapped)] else { return nil }
    self = order
  }

  private static let known: [ObjectIdentifier: ScalarOrder] = {
    var known: [ObjectIdentifier: ScalarOrder] = [:]
    let plain: [Any.Type] = [
      Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt8.self, UInt16.self, UInt32.self, Double.self,
      Float.self, Date.self, UUID.self,
    ]
    for type in plain { known[ObjectIdentifier(type)] = .plain }
    for type in [UInt.self, UInt64.self] as [Any.Type] { known[ObjectIdentifier(type)] = .unsigned }
    for type in [String.self, Character.self] as [Any.Type] { known[ObjectIdentifier(type)] = .text }
    known[ObjectIdentifier(Decimal.self)] = .decimal
    return known
  }()

  /// Whether SQLite's arithmetic on the type is the same as Swift's: true of signed integers of up to 64 bits, unsigned
  /// ones of up to 32, and `Double`.
  static func hasPlainArithmetic(_ type: Any.Type) -> Bool {
    let types: [Any.Type] = [
      Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt8.self, UInt16.self, UInt32.self, Double.self,
    ]
    return types.contains { $0 == type }
  }

  /// The sort keys of a column or an argument.
  func key(_ sql: SQLFragment) -> [SQLFragment] {
    switch self {
    case .plain, .text: [sql]
    case .unsigned: ["(" + sql + " < 0)", sql]
    case .decimal: [PredicateFunction.decimalOrder.call(sql)]
    }
  }
}

/// Compares texts as Swift does: texts that differ only in their Unicode composition are equal.
enum CanonicalText {
  /// The texts that equal a text: the text itself and its normal forms C and D. A stored text in neither form is not
  /// found.
  static func forms(of text: String) -> [String] {
    guard !isPlain(text) else { return [text] }
    var forms = [text]
    for form in [text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping]
    where !forms.contains(where: { $0.utf8.elementsEqual(form.utf8) }) {
      forms.append(form)
    }
    return forms
  }

  /// Whether the text is ASCII and equals no other text. Swift treats U+212A, U+037E and U+1FEF as equal to `K`, `;`
  /// and the grave accent.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 && $0 != 0x4B && $0 != 0x3B && $0 != 0x60 }
  }
}
