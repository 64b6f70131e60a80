/// Reads `contents.xcworkspacedata`: groups and file references, whose locations have the form `kind:path`.
enum WorkspaceReader {
  /// The workspace that the file is part of. A project has one too, which names the project itself.
  static func read(_ bytes: [UInt8], path: String) -> Workspace {
    let workspace = PathName.parent(of: path)
    let root = PathName.parent(of: workspace)
    var members: [String] = []
    var folders = [root]
    for tag in String(decoding: bytes, as: UTF8.self).split(separator: "<") {
      let location = tag.split(separator: "location", maxSplits: 1).dropFirst().first.flatMap(quoted)
      if tag.hasPrefix("/Group") {
        if folders.count > 1 { folders.removeLast() }
      } else if let location, let separator = location.firstIndex(of: ":") {
        let isGroup = location[..<separator] == "group"
        let place = PathName.joined(
          isGroup ? folders.last ?? root : root, String(location[location.index(after: separator)...]))
        if tag.hasPrefix("Group") {
          folders.append(place ?? root)
        } else if let place, tag.hasPrefix("FileRef"), location[..<separator] != "self" {
          members.append(place)
        }
      }
    }
    return Workspace(path: workspace, members: members)
  }

  private static func quoted(_ text: Substring) -> String? {
    let parts = text.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count > 2 ? XMLText.decoded(parts[1].utf8) : nil
  }
}
