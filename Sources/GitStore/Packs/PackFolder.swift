internal import Decompression

/// The packs in some folders of objects.
final class PackFolder {
  private let folders: [String]
  private(set) var packs: [Pack] = []
  private var paths = Set<String>()
  let inflation = Inflation()

  /// Finds the packs.
  ///
  /// - Parameter folders: folders of objects, such as `.git/objects`.
  /// - Throws: ``GitError/damagedPackIndex(path:reason:)``; ``GitError`` if a folder or file cannot be read.
  init(_ folders: [String]) throws(GitError) {
    self.folders = folders
    try refresh()
  }

  /// Finds packs that were added since.
  func refresh() throws(GitError) {
    for folder in folders.map({ $0 + "/pack" }) {
      guard let names = try Descriptor(opening: folder, in: -1, Descriptor.folderFlags)?.names(path: folder) else {
        continue
      }
      let all = Set(names)
      for name in names where name.hasSuffix(".idx") && all.contains(name.dropLast(3) + "pack") {
        let path = folder + "/" + name
        // `git gc` deleted the index, and has added another one.
        guard !paths.contains(path), let index = try PackIndex(opening: path) else { continue }
        paths.insert(path)
        packs.append(Pack(index))
      }
    }
  }

  /// Passes a pack that contains the object, and its position in the index, to `body`; returns `nil` if there is none.
  func find<Result>(
    _ id: ObjectID, _ body: (Pack, Int) throws(PackError) -> Result
  ) throws(PackError) -> Result? {
    var place = 0
    while place < packs.count {
      let pack = packs[place]
      guard let position = pack.index.position(of: id) else {
        place += 1
        continue
      }
      // The next object is probably in the same pack.
      if place > 0 { packs.swapAt(place, 0) }
      do {
        return try body(pack, position)
      } catch .gone {
        packs.removeFirst()
        paths.remove(pack.index.path)
        place = 0
      }
    }
    return nil
  }

  /// The names of the objects that begin with these digits: all of them if there is at most one, otherwise at least two.
  func names(beginningWith digits: Substring, first: ObjectID) -> Set<ObjectID> {
    Set(packs.flatMap { $0.index.names(beginningWith: digits, first: first) })
  }
}
