/// The folders that keep Core Data models.
enum DataModelFolder {
  /// The `.xcdatamodeld` that a file is part of, or the `.xcdatamodel` if it stands alone.
  static func containing(_ path: String) -> String? {
    var end = path.startIndex
    while let slash = path[end...].firstIndex(of: "/") {
      let folder = path[..<slash]
      if folder.hasSuffix(".xcdatamodeld") || folder.hasSuffix(".xcdatamodel") { return String(folder) }
      end = path.index(after: slash)
    }
    return nil
  }
}
