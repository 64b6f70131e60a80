import Foundation

/// The translation of sort descriptors to SQL.
enum SortTranslation {
  /// The SQL after ORDER BY.
  case sql(String)
  /// The reason why the order is left to Swift, as a verb phrase after "the sort order".
  case inSwift(reason: String)

  /// `nil` comes first, as in Foundation's order and SQLite's order of NULL. Texts are sorted by a collation, or by
  /// their UTF-8 bytes if the comparator is `.lexical`.
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
    guard let sorted = descriptor.keyPath else { throw Untranslatable("has no key path") }
    let origin = LocalizedComparator.origin(of: sorted, in: resolver.textKeyPaths(of: Model.self))
    let keyPath = origin?.property ?? sorted
    let collation = try origin.map { TextCollation($0.comparator) } ?? collation(of: descriptor)
    let type = Swift.type(of: keyPath).valueType
    let direction = descriptor.order == .forward ? "ASC" : "DESC"
    let translator = PredicateTranslator(resolver: resolver)
    let row = ObjectTerm(type: Model.self, key: "t0.Z_PK", alias: "t0")
    guard case .scalar(let scalar) = try translator.property(keyPath, of: row), scalar.identifies == nil,
      !scalar.isEncoded, let order = ScalarOrder(of: type)
    else { throw Untranslatable("compares values of \(type), whose order the program defines") }
    let collating = collation.map { " COLLATE \($0.rawValue)" } ?? ""
    return order.key(scalar.sql).map { "\($0.sql)\(collating) \(direction)" }
  }

  /// The collation of a descriptor with one of Foundation's comparators; `nil` for the order of code points.
  private static func collation<Model>(of descriptor: SortDescriptor<Model>) throws -> TextCollation? {
    guard let comparator = descriptor.stringComparator, !isLexical(comparator) else { return nil }
    if let collation = comparator.localizedCollation { return collation }
    throw Untranslatable("has an unknown comparator")
  }

  private static func isLexical(_ comparator: String.StandardComparator) -> Bool {
    comparator == String.StandardComparator(.lexical, order: comparator.order)
  }
}
