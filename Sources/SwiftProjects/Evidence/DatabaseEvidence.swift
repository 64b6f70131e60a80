/// The files because of which a repository seems to keep a database in some way.
public struct DatabaseEvidence: Sendable, Hashable {
  /// How the database is kept.
  public let kind: DatabaseKind
  /// The files, or for Core Data the model folders, sorted. Never empty.
  public let paths: [String]

  /// Finds the evidence among the paths of a commit, by the order of ``DatabaseKind``. Swift files, and JSON files in
  /// the places where Room exports its schemas, are read once each and searched for bytes; nothing is parsed.
  ///
  /// - Throws: What `read` throws.
  public static func find(paths: [String], read: (String) throws -> [UInt8]?) rethrows -> [DatabaseEvidence] {
    var found: [DatabaseKind: Set<String>] = [:]
    for path in paths {
      if let model = DataModelFolder.containing(path) {
        found[.coreData, default: []].insert(model)
      } else if PathName.isSwift(path) {
        guard let bytes = try read(path) else { continue }
        for kind in SwiftMarks(bytes).kinds { found[kind, default: []].insert(path) }
      } else if let kind = kind(ofSchemaFile: path) {
        if kind == .roomSchemas {
          guard let bytes = try read(path), bytes.contains("\"identityHash\"") else { continue }
        }
        found[kind, default: []].insert(path)
      }
    }
    return DatabaseKind.allCases.compactMap { kind in
      found[kind].map { DatabaseEvidence(kind: kind, paths: $0.sorted()) }
    }
  }

  /// By the name; a file of Room is also looked into, because `schemas/1.json` may be anything.
  private static func kind(ofSchemaFile path: String) -> DatabaseKind? {
    if path.hasSuffix(".sq") || path.hasSuffix(".sqm") { return .sqlDelight }
    guard path.hasSuffix(".json") else { return nil }
    let name = PathName.last(of: path).dropLast(5)
    if name.hasPrefix("drift_schema_v"), Int(name.dropFirst(14)) != nil { return .driftSchemas }
    let isNumbered = !name.isEmpty && name.allSatisfy(\.isNumber)
    return isNumbered && path.split(separator: "/").contains("schemas") ? .roomSchemas : nil
  }
}
