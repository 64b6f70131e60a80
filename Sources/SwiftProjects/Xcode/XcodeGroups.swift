/// Where the files and groups of a project are, and what groups contain.
struct XcodeGroups {
  /// The repository's path of each file or group that has one.
  private(set) var paths: [String: String] = [:]
  /// The files of each variant group: its localisations.
  private(set) var variants: [String: [String]] = [:]
  /// Identifiers of references whose path is outside the repository or not known before a build.
  private(set) var outside: Set<String> = []

  /// The folders whose files belong to targets without being listed, whether or not a target names them.
  private(set) var synchronized: [(identifier: String, object: PropertyListValue)] = []

  private struct Entry {
    let identifier: String
    let object: PropertyListValue
    /// The folder that `<group>` means; nil if that is outside the repository.
    let folder: String?
  }

  /// Walks from the main group. `root` is the folder that `SOURCE_ROOT` means.
  init(mainGroup: PropertyListValue?, root: String, in objects: inout XcodeObjects) {
    guard let identifier = mainGroup?.text, let object = objects.object(mainGroup) else { return }
    var pending = [Entry(identifier: identifier, object: object, folder: root)]
    var visited: Set<String> = [identifier]
    while let entry = pending.popLast() {
      let place = Self.place(of: entry.object, in: entry.folder, root: root)
      if let place { paths[entry.identifier] = place } else { outside.insert(entry.identifier) }
      if entry.object["isa"]?.text == "PBXFileSystemSynchronizedRootGroup" {
        synchronized.append((entry.identifier, entry.object))
      }
      let isVariant = entry.object["isa"]?.text == "PBXVariantGroup"
      for reference in entry.object["children"]?.array ?? [] {
        guard let child = reference.text else { continue }
        guard visited.insert(child).inserted else {
          objects.report(.cyclicGroup(child), at: reference.line)
          continue
        }
        guard let object = objects.object(reference) else { continue }
        if isVariant { variants[entry.identifier, default: []].append(child) }
        pending.append(Entry(identifier: child, object: object, folder: place))
      }
    }
  }

  private static func place(of object: PropertyListValue, in folder: String?, root: String) -> String? {
    let path = object["path"]?.text ?? ""
    switch object["sourceTree"]?.text ?? "<group>" {
    case "<group>": return folder.flatMap { PathName.joined($0, path) }
    case "SOURCE_ROOT": return PathName.joined(root, path)
    default: return nil
    }
  }
}
