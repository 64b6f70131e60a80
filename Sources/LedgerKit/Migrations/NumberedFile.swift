/// A migration file whose name carries its number and its direction.
struct NumberedFile {
  enum Direction { case up, down }

  var name: String
  var number: VersionNumber
  var title: String
  var direction: Direction
}

extension FolderReading {
  /// Puts each number's part that goes back to the one that goes forward, in the order of the numbers.
  mutating func migrations(
    from files: [NumberedFile], transaction: (SourceText) -> Migration.Transaction
  ) throws(MigrationFolderError) -> [Migration] {
    let parts = Dictionary(grouping: files, by: \.number)
    var migrations: [Migration] = []
    for (number, files) in parts.sorted(by: { $0.key < $1.key }) {
      let ups = files.filter { $0.direction == .up }
      let downs = files.filter { $0.direction == .down }
      for same in [ups, downs] where same.count > 1 {
        throw .sameNumber(number.description, paths: same.map { path($0.name) })
      }
      guard let up = ups.first else {
        notices += downs.map { MigrationNotice(path: path($0.name), reason: .downOnly) }
        continue
      }
      let source = try text(up.name, namedBy: folder)
      var back: String?
      if let down = downs.first { back = try text(down.name, namedBy: folder).text }
      migrations.append(
        Migration(
          id: number.description, path: path(up.name), title: up.title, up: source.text, down: back,
          transaction: transaction(source)))
    }
    return migrations
  }
}
