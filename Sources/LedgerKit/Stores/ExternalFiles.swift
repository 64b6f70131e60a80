internal import Digests
internal import EntityModel
internal import Foundation
internal import LedgerCore
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSyntax
internal import SystemCalls

/// The values of a SwiftData or Core Data store that are not in its file: the files in `.<name>_SUPPORT/_EXTERNAL_DATA`.
///
/// Only the model in a store tells which columns refer to files (`.externalStorage`), so a store without a readable model
/// has none.
public struct ExternalFiles: Sendable {
  /// The number of values that refer to a file.
  public private(set) var referenceCount = 0
  /// The files that a value refers to and that do not exist, sorted by name.
  public private(set) var missing: [String] = []
  /// The number of files that no value refers to.
  public private(set) var strayCount = 0
  /// The folder's path, relative to the folder of the store.
  public let folder: String

  private let columns: [TranslatedColumns.Column]
  private let path: String

  /// Returns `nil` if the store has no columns for external storage.
  init?(of store: Store, _ database: ScratchDatabase) throws {
    guard case .declared(let model, _)? = try StoreModel(in: database), let layout = try? StoreLayout(of: model) else {
      return nil
    }
    let declared = model.entities.flatMap { entity in
      entity.attributes.filter(\.isExternal).compactMap { attribute in
        layout.column(of: attribute.name, in: entity.name).map {
          TranslatedColumns.Column(table: layout.table(of: entity.name).identifier, name: $0.name.identifier)
        }
      }
    }
    columns = try declared.filter { try database.columns(of: $0.table).contains($0.name) }
    guard !columns.isEmpty else { return nil }
    // The folder belongs to the file, not to a symbolic link to it.
    path = ExternalStorage.folder(ofStore: store.path.resolvingLinks)
    folder = path.split(separator: "/").suffix(2).joined(separator: "/")
    let names = try references(in: database)
    referenceCount = names.count
    let present = Self.names(in: path)
    missing = Set(names).subtracting(present).sorted()
    strayCount = present.subtracting(names).count
  }

  private static func names(in folder: String) -> Set<String> {
    guard let tree = try? FileTree(at: folder) else { return [] }
    var names: Set<String> = []
    while let item = tree.next() {
      if case .file(let path) = item { names.insert(String(path.dropFirst())) }
    }
    return names
  }

  private func references(in database: ScratchDatabase) throws -> [String] {
    try columns.flatMap { column in
      // The characters of the name follow the byte 2.
      try database.rows(
        """
        SELECT CAST(substr(\(column.name), 2, 36) AS TEXT) FROM \(column.table)
        WHERE typeof(\(column.name)) = 'blob' AND substr(\(column.name), 1, 1) = x'02' AND length(\(column.name)) = 38
        """
      ).compactMap { $0[0] }
    }
  }

  /// The content that a column's value stands for, or the value itself if it has no file.
  private func content(of value: Data) -> Data {
    guard case .file(let name) = ExternalValue(value),
      let content = try? Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"), options: .mappedIfSafe)
    else { return value }
    return Data(ExternalStorage.column(inline: content))
  }

  /// Makes a comparison of rows compare the content of values. The names of files do not matter, nor whether a value is in
  /// a file.
  static func translation(_ before: ExternalFiles, _ after: ExternalFiles) -> TranslatedColumns {
    TranslatedColumns(
      columns: Set(before.columns).intersection(after.columns),
      before: { Data(SHA256.digest(of: before.content(of: $0))) },
      after: { Data(SHA256.digest(of: after.content(of: $0))) })
  }

  /// Replaces each reference to a file by the content of the file, so that a copy of the database is complete.
  ///
  /// - Throws: `LedgerError.file` if a file is missing; `SchemaError` if the content is too large.
  func inline(in database: ScratchDatabase, named name: String) throws {
    if let first = missing.first {
      throw LedgerError.file(
        path: name, reason: "the file of a large value is missing: \(folder)/\(first); copy this folder with the store")
    }
    try database.translate(columns, content)
  }

  /// Makes the values of a scrubbed copy readable again: their first byte tells the form, and no value has a file.
  func markInline(in database: ScratchDatabase) throws {
    try database.translate(columns) { Data(ExternalStorage.column(inline: $0.dropFirst())) }
  }
}
