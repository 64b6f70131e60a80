internal import Markup

/// Reads `contents.xcworkspacedata`: groups and file references, whose locations have the form `kind:path`.
enum WorkspaceReader {
  /// The workspace that the file is part of. A project has one too, which names the project itself.
  static func read(_ bytes: [UInt8], path: String) throws(PropertyListError) -> Workspace {
    let workspace = PathName.parent(of: path)
    do {
      let root = try MarkupReader.read(bytes, limits: .project)
      let folder = PathName.parent(of: workspace)
      return Workspace(path: workspace, members: members(of: root, in: folder, root: folder))
    } catch {
      throw PropertyListError(error, in: bytes)
    }
  }

  private static func members(of element: MarkupElement, in folder: String, root: String) -> [String] {
    element.children.flatMap { child in
      guard let location = child.value("location"), let separator = location.firstIndex(of: ":") else {
        return members(of: child, in: folder, root: root)
      }
      let kind = location[..<separator]
      let place = PathName.joined(
        kind == "group" ? folder : root, String(location[location.index(after: separator)...]))
      if child.name == "Group" { return members(of: child, in: place ?? root, root: root) }
      return child.name == "FileRef" && kind != "self" ? [place].compactMap(\.self) : []
    }
  }
}
