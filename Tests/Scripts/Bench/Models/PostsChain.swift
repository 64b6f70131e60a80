import Foundation
import GRDB
import SchemaMigration
import SchemaModel

/// The four versions of the app in Strata's document, and its plan.
enum PostsV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static let models: [any PersistentModel.Type] = [Post.self]

  @Model final class Post {
    @Attribute(.unique) var id: String
    var title: String
    var body: String
    var createdAt: Date
    init(number: Int) {
      id = "post\(number)"
      title = "Title number \(number)"
      body = "The text of post \(number)"
      createdAt = Date(timeIntervalSinceReferenceDate: Double(number) * 1000.25)
    }
  }
}

enum PostsV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static let models: [any PersistentModel.Type] = [Post.self]

  @Model final class Post {
    @Attribute(.unique) var id: String
    var title: String
    var body: String
    var createdAt: Date
    var authorName: String?
    init() { fatalError("only what is there is migrated") }
  }
}

enum PostsV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static let models: [any PersistentModel.Type] = [Post.self, Author.self]

  @Model final class Post {
    @Attribute(.unique) var id: String
    var title: String
    var content: String
    var createdAt: Date
    var author: Author?
    init() { fatalError("only what is there is migrated") }
  }

  @Model final class Author {
    @Attribute(.unique) var id: String
    var name: String
    init(id: String, name: String) { (self.id, self.name) = (id, name) }
  }
}

enum PostsV4: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 0, 0)
  static let models: [any PersistentModel.Type] = [Post.self, Author.self]

  @Model final class Post {
    @Attribute(.unique) var id: String
    var title: String
    var content: String
    var createdAt: Date
    var author: Author?
    var publishedAt: Date
    var slug: String
    init() { fatalError("only what is there is migrated") }
  }

  @Model final class Author {
    @Attribute(.unique) var id: String
    var name: String
    init(id: String, name: String) { (self.id, self.name) = (id, name) }
  }
}

enum PostsChain {
  static let plan = MigrationPlan(schemas: [PostsV1.self, PostsV2.self, PostsV3.self, PostsV4.self]) {
    Stage(from: PostsV1.self, to: PostsV2.self)
    Stage(from: PostsV2.self, to: PostsV3.self) {
      Rename(\PostsV2.Post.body, to: \PostsV3.Post.content)
      CustomOperation("Attach default Author to every post") { context in
        for post in try context.fetch(FetchDescriptor<PostsV3.Post>()) where post.author == nil {
          let author = PostsV3.Author(id: UUID().uuidString, name: "Unknown")
          context.insert(author)
          post.author = author
        }
      }
    }
    Stage(from: PostsV3.self, to: PostsV4.self) {
      Backfill(\PostsV4.Post.publishedAt) { $0.createdAt }
      Backfill(\PostsV4.Post.slug) { BenchPlans.slug(of: $0.title) + "-" + $0.id.prefix(6) + $0.id }
      Assert.unique(\PostsV4.Post.slug)
    }
  }

  /// Creates a store of the first version.
  static func make(_ count: Int, at url: URL) throws {
    let context = ModelContext(
      try ModelContainer(for: Schema(versionedSchema: PostsV1.self), configurations: ModelConfiguration(url: url)))
    for number in stride(from: 1, through: count, by: 1) { context.insert(PostsV1.Post(number: number)) }
    try context.save()
  }

  /// The same changes to the tables and the rows.
  static let statements = """
    ALTER TABLE ZPOST ADD COLUMN ZAUTHORNAME VARCHAR;
    ALTER TABLE ZPOST RENAME COLUMN ZBODY TO ZCONTENT;
    ALTER TABLE ZPOST DROP COLUMN ZAUTHORNAME;
    ALTER TABLE ZPOST ADD COLUMN ZAUTHOR INTEGER;
    CREATE TABLE ZAUTHOR (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZID VARCHAR, ZNAME VARCHAR);
    CREATE UNIQUE INDEX Z_Author_UNIQUE_id ON ZAUTHOR (ZID);
    INSERT INTO ZAUTHOR SELECT Z_PK, 1, 1, hex(randomblob(16)), 'Unknown' FROM ZPOST;
    UPDATE ZPOST SET ZAUTHOR = Z_PK;
    CREATE INDEX ZPOST_ZAUTHOR_INDEX ON ZPOST (ZAUTHOR);
    ALTER TABLE ZPOST ADD COLUMN ZPUBLISHEDAT TIMESTAMP;
    ALTER TABLE ZPOST ADD COLUMN ZSLUG VARCHAR;
    UPDATE ZPOST SET ZPUBLISHEDAT = ZCREATEDAT;
    UPDATE ZPOST SET ZSLUG = replace(lower(ZTITLE), ' ', '-') || '-' || ZID;
    SELECT count(*) FROM (SELECT 1 FROM ZPOST GROUP BY ZSLUG HAVING count(*) > 1)
    """
}
