import Foundation
import SchemaModel

/// The rows that the store must have, by number.
enum Contents {
  /// Rows in the store's file.
  static let first = 0..<60
  /// Rows that are only in the write-ahead log.
  static let logged = 60..<70
  /// A row that is added to the migrated store.
  static let added = 70..<71

  static func title(_ number: Int) -> String { "Note \(number)" }
  static func text(_ number: Int) -> String { "Text \(number) " + String(repeating: "x", count: number * 17) }
  /// The values of two rows are in files.
  static func picture(_ number: Int) -> Data? {
    number % 40 == 1 ? Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* (number + 3)) }) : nil
  }

  static func note(_ number: Int) -> V1.Note {
    V1.Note(title: title(number), text: text(number), picture: picture(number))
  }

  /// Compares what a store has with what it must have.
  static func check(_ rows: [(title: String, text: String, picture: Data?)], are numbers: Range<Int>) throws {
    let found = Dictionary(rows.map { ($0.title, ($0.text, $0.picture)) }) { first, _ in first }
    guard rows.count == numbers.count, found.count == numbers.count else {
      throw Problem(description: "\(rows.count) rows instead of \(numbers.count)")
    }
    for number in numbers {
      guard let row = found[title(number)], row.0 == text(number), row.1 == picture(number) else {
        throw Problem(description: "row \(number) is not what it was")
      }
    }
  }

  static func check(old url: URL) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: V1.self), configurations: ModelConfiguration(url: url))
    let notes = try ModelContext(container).fetch(FetchDescriptor<V1.Note>())
    try check(notes.map { ($0.title, $0.text, $0.picture) }, are: 0..<logged.upperBound)
  }

  /// - Parameter isAdded: whether the store must have the row that is added to the migrated one; `nil` if it may.
  static func check(new container: ModelContainer, isAdded: Bool? = nil) throws {
    let notes = try ModelContext(container).fetch(FetchDescriptor<V2.Note>())
    guard notes.allSatisfy({ $0.slug == $0.title.lowercased() || $0.title == title(added.lowerBound) }) else {
      throw Problem(description: "a slug is missing")
    }
    let isThere = notes.count == added.upperBound
    if let isAdded, isAdded != isThere { throw Problem(description: "\(notes.count) rows") }
    try check(
      notes.map { ($0.title, $0.content, $0.picture) }, are: 0..<(isThere ? added : logged).upperBound)
  }
}
