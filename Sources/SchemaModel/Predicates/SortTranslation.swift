import Foundation

/// The translation of sort descriptors to SQL.
enum SortTranslation {
  /// The SQL after ORDER BY.
  case sql(String)
  /// The reason why the order is left to Swift, as a verb phrase after "the sort order".
  case inSwift(reason: String)

  /// `nil` comes first, as in Foundation's order and SQLite's order of NULL. Texts are sorted by their UTF-8 bytes.
  ///
  /// Throws a ``PredicateError`` for a property that is not stored.
  init<Model>(_ descriptors: [SortDescriptor<Model>], resolver: any PredicateResolver) throws {
    do {
      self = .sql(try descriptors.flatMap { try Self.terms($0, resolver) }.joined(separator: ", "))
    } catch let untranslatable as Untranslatable {
      self = .inSwift(reason: untranslatable.reason)
    }
  }

  private static func terms<Model>(
    _ descriptor: SortDescriptor<Model>, _ resolver: any PredicateResolver
  ) throws -> [String] {
    guard let keyPath = descriptor.keyPath else { throw Untranslatable("has no key path") }
    if let comparator = descriptor.stringComparator, !isLexical(comparator) {
      throw Untranslatable("does not compare texts by their code points")
    }
    let type = Swift.type(of: keyPath).valueType
    let direction = descriptor.order == .forward ? "ASC" : "DESC"
    let translator = PredicateTranslator(resolver: resolver)
    let row = ObjectTerm(type: Model.self, key: "t0.Z_PK", alias: "t0")
    guard case .scalar(let scalar) = try translator.property(keyPath, of: row), scalar.identifies == nil,
      !scalar.isEncoded, let order = ScalarOrder(of: type)
    else { throw Untranslatable("compares values of \(type), whose order the program defines") }
    return order.key(scalar.sql).map { "\($0.sql) \(direction)" }
  }

  private static func isLexical(_ comparator: String.StandardComparator) -> Bool {
    comparator == String.StandardComparator(.lexical, order: comparator.order)
  }
}
