import Foundation
import GRDB
import SchemaModel

/// The work to measure, with SchemaModel and with GRDB's records or SQL on the same tables.
enum Work: String, CaseIterable {
  case insert, fetch, find, save, add, rename, drop, rewrite, rewriteEach, enumerate, fill, retitle, chain

  static let findings = 2000
  static let saves = 2000

  /// Creates a store of the first version with `count` users.
  static func make(_ count: Int, at url: URL) throws {
    _ = try container(url)
    let queue = try DatabaseQueue(path: url.path)
    try queue.write { database in
      for number in stride(from: 1, through: count, by: 1) { try UserRecord(number: number).insert(database) }
      try database.execute(sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_NAME = 'User'", arguments: [count])
    }
    _ = try queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
  }

  private static func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(for: Schema(versionedSchema: First.self), configurations: ModelConfiguration(url: url))
  }

  /// Does the work with SchemaModel.
  func ours(_ url: URL, _ count: Int) throws {
    switch self {
    case .insert:
      let context = ModelContext(try Self.container(url))
      for number in 1...count { context.insert(First.User(number: number)) }
      try context.save()
    case .fetch:
      let users = try ModelContext(Self.container(url)).fetch(FetchDescriptor<First.User>())
      try Self.expect(users.reduce(0) { $0 + $1.age + $1.name.utf8.count } > count)
    case .find:
      let context = ModelContext(try Self.container(url))
      for number in 0..<Self.findings {
        let city = "City \(number)"
        let found = try context.fetch(FetchDescriptor<First.User>(predicate: #Predicate { $0.city == city }))
        try Self.expect(found.count >= 9)
      }
    case .save:
      let context = ModelContext(try Self.container(url))
      var one = FetchDescriptor<First.User>(sortBy: [SortDescriptor(\.age)])
      one.fetchLimit = 1
      let users = try context.fetch(one)
      for _ in 0..<Self.saves {
        users[0].age += 1
        try context.save()
      }
    case .add: try Self.migrate(url, Added.self, AddedPlan.self)
    case .rename: try Self.migrate(url, Renamed.self, RenamedPlan.self)
    case .drop: try Self.migrate(url, Dropped.self, DroppedPlan.self)
    case .rewrite, .rewriteEach: try Self.migrate(url, Added.self, RewrittenPlan.self)
    case .fill: try BenchPlans.migrate(url, to: Filled.self, BenchPlans.filled)
    case .retitle: try BenchPlans.migrate(url, to: Retitled.self, BenchPlans.retitled)
    case .chain: try BenchPlans.migrate(url, to: PostsV4.self, PostsChain.plan)
    case .enumerate:
      var sum = 0
      try ModelContext(Self.container(url)).enumerate(FetchDescriptor<First.User>()) { sum += $0.age }
      try Self.expect(sum > 0)
    }
  }

  private static func migrate(
    _ url: URL, _ version: any VersionedSchema.Type, _ plan: any SchemaMigrationPlan.Type
  ) throws {
    _ = try ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: plan, configurations: [ModelConfiguration(url: url)])
  }

  /// Does the work with GRDB's records or SQL.
  func reference(_ url: URL, _ count: Int) throws {
    let pool = try DatabasePool(path: url.path)
    switch self {
    case .insert:
      try pool.write { database in
        for number in 1...count { try UserRecord(number: number).insert(database) }
      }
    case .fetch:
      let users = try pool.read { try UserRecord.fetchAll($0) }
      try Self.expect(users.reduce(0) { $0 + $1.age + $1.name.utf8.count } > count)
    case .find:
      for number in 0..<Self.findings {
        let city = "City \(number)"
        let found = try pool.read { try UserRecord.filter(UserRecord.CodingKeys.city == city).fetchAll($0) }
        try Self.expect(found.count >= 9)
      }
    case .save:
      var users = try pool.read { try UserRecord.limit(1).fetchAll($0) }
      for _ in 0..<Self.saves {
        users[0].age += 1
        try pool.write { try users[0].update($0, columns: [UserRecord.CodingKeys.age]) }
      }
    case .add: try Self.run(pool, "ALTER TABLE ZUSER ADD COLUMN ZLEVEL INTEGER; UPDATE ZUSER SET ZLEVEL = 7")
    case .rename, .retitle: try Self.run(pool, "ALTER TABLE ZUSER RENAME COLUMN ZNAME TO ZTITLE")
    case .drop: try Self.run(pool, "ALTER TABLE ZUSER DROP COLUMN ZAGE")
    case .chain: try Self.run(pool, PostsChain.statements)
    case .rewrite:
      try Self.run(
        pool,
        "ALTER TABLE ZUSER ADD COLUMN ZLEVEL INTEGER; UPDATE ZUSER SET ZLEVEL = 7; UPDATE ZUSER SET ZNAME = ZNAME || '!'"
      )
    case .rewriteEach:
      try pool.write { database in
        try database.execute(sql: "ALTER TABLE ZUSER ADD COLUMN ZLEVEL INTEGER; UPDATE ZUSER SET ZLEVEL = 7")
        for var user in try UserRecord.fetchAll(database) {
          user.name += "!"
          user.version += 1
          try user.update(database, columns: [UserRecord.CodingKeys.name, UserRecord.CodingKeys.version])
        }
      }
    case .fill:
      try Self.run(
        pool,
        """
        ALTER TABLE ZUSER ADD COLUMN ZPUBLISHEDAT TIMESTAMP;
        ALTER TABLE ZUSER ADD COLUMN ZSLUG VARCHAR;
        UPDATE ZUSER SET ZPUBLISHEDAT = ZCREATEDAT;
        UPDATE ZUSER SET ZSLUG = replace(lower(ZNAME), ' ', '-') || '-' || ZEMAIL
        """)
      let duplicates = try pool.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM (SELECT 1 FROM ZUSER GROUP BY ZSLUG HAVING count(*) > 1)")
      }
      try Self.expect(duplicates == 0)
    case .enumerate:
      try pool.read { database in
        let cursor = try UserRecord.fetchCursor(database)
        var sum = 0
        while let user = try cursor.next() { sum += user.age }
        try Self.expect(sum > 0)
      }
    }
  }

  private static func run(_ pool: DatabasePool, _ sql: String) throws {
    try pool.write { try $0.execute(sql: sql) }
  }

  private static func expect(_ condition: Bool) throws {
    guard condition else { throw CocoaError(.coderInvalidValue) }
  }
}
