import SchemaModel

/// One-to-many with an inverse, many-to-many, a self-reference, and values of every kind.
enum Library {
  enum Genre: String, Codable { case novel, essay }

  struct Address: Codable, Hashable {
    var street: String
    var number: Int?
  }

  @Model final class Author {
    @Attribute(.unique) var name: String
    var born: Date?
    var address: Address?
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []
    init(name: String, born: Date? = nil) {
      self.name = name
      self.born = born
    }
  }

  @Model final class Book {
    var title: String
    var pages: Int = 0
    var price: Decimal?
    var genre: Genre = Genre.novel
    var isbn: UUID
    var keywords: [String] = []
    var author: Author?
    @Relationship(inverse: \Tag.books) var tags: [Tag] = []
    @Transient var isOpen = false
    init(title: String, pages: Int = 0, author: Author? = nil) {
      self.title = title
      self.pages = pages
      self.isbn = UUID()
      self.author = author
    }
  }

  @Model final class Tag {
    var word: String
    var books: [Book] = []
    var parent: Tag?
    init(word: String) { self.word = word }
  }

  static func container() throws -> ModelContainer {
    try ModelContainer(
      for: Author.self, Book.self, Tag.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }
}
