internal import EntityModel
internal import Foundation
internal import GRDB
internal import SchemaModel

/// Checks that each salvaged row is an object of its model, and removes the others.
struct SalvagedObjects {
  let schema: Schema
  let files: StoreFiles

  func check(_ work: SalvageWork, _ report: inout SalvageReport) throws {
    while true {
      let invalid = try invalidRows(work)
      guard !invalid.isEmpty else { break }
      let target = try DatabaseQueue(path: files.path)
      try target.write { database in
        for (entity, key, reason) in invalid {
          report.add(SalvageReport.Loss(keys: key...key, property: nil, reason: reason), to: entity)
          try database.execute(
            sql: "DELETE FROM \(work.layout.table(of: entity)) WHERE Z_PK = ?", arguments: [key])
        }
        // Other rows may have referred to them.
        try work.removeDanglingKeys(database, &report)
      }
      try target.close()
    }
    let container = try open()
    let counts = try container.rowCounts()
    for index in report.entities.indices { report.entities[index].rows = counts[report.entities[index].name] ?? 0 }
  }

  private func open() throws -> ModelContainer {
    try ModelContainer(for: schema, steps: nil, configurations: [ModelConfiguration(url: files.url, allowsSave: false)])
  }

  /// The rows that lack what their model requires.
  private func invalidRows(_ work: SalvageWork) throws -> [(String, Int64, String)] {
    let objects = try open().unreadableObjects().map { ($0.entity, $0.primaryKey, $0.reason) }
    let target = try DatabaseQueue(path: files.path)
    defer { try? target.close() }
    let links = try target.read { try work.emptyRelationships($0) }
    return objects + links.filter { link in !objects.contains { $0.0 == link.0 && $0.1 == link.1 } }
  }
}
