/// The folders whose files belong to targets without being listed, which Xcode writes since version 16.
///
/// A folder belongs to the targets whose `fileSystemSynchronizedGroups` name it. An exception set names a target and
/// files: files that this target does not compile although the folder is its own, or compiles although it is not. Both
/// occur in one folder of CruGlobal/godtools-swift, and its exceptions for a foreign target are the files which that
/// target needs.
struct SynchronizedFolders {
  private var swift: [String: Set<String>] = [:]
  private var models: [String: Set<String>] = [:]

  init(
    targets: [(identifier: String, object: PropertyListValue)], groups: XcodeGroups, files: CommitFiles,
    objects: inout XcodeObjects
  ) {
    var owners: [String: Set<String>] = [:]
    for (target, object) in targets {
      for (identifier, _) in objects.objects(object["fileSystemSynchronizedGroups"]) {
        owners[identifier, default: []].insert(target)
      }
    }
    for (identifier, folder) in groups.synchronized {
      guard let path = groups.paths[identifier] else {
        objects.report(.outsideRepository(folder["path"]?.text ?? ""), at: folder.line)
        continue
      }
      let spelling = files.spelling(of: path) ?? path
      let owned = owners[identifier] ?? []
      for target in owned { add(spelling, to: target, from: files) }
      for (_, exception) in objects.objects(folder["exceptions"]) {
        apply(exception, in: spelling, owners: owned, files: files, objects: &objects)
      }
    }
  }

  /// The Swift files and data models that a target has from its folders.
  func contents(of target: String) -> (sources: Set<String>, models: Set<String>) {
    (swift[target] ?? [], models[target] ?? [])
  }

  private mutating func add(_ folder: String, to target: String, from files: CommitFiles) {
    swift[target, default: []].formUnion(files.swift(in: folder))
    models[target, default: []].formUnion(files.all(in: folder).compactMap { DataModelFolder.containing($0) })
  }

  private mutating func apply(
    _ exception: PropertyListValue, in folder: String, owners: Set<String>, files: CommitFiles,
    objects: inout XcodeObjects
  ) {
    let kind = exception["isa"]?.text ?? ""
    let members = exception["membershipExceptions"]?.array ?? []
    guard kind == "PBXFileSystemSynchronizedBuildFileExceptionSet" else {
      let concerns = members.contains { PathName.isSwift($0.text ?? "") }
      return concerns ? objects.report(.unknownExceptionSet(kind), at: exception.line) : ()
    }
    guard let target = exception["target"]?.text else { return }
    for member in members {
      guard let name = member.text, let path = PathName.joined(folder, name) else { continue }
      let spelling = files.spelling(of: path) ?? path
      if PathName.isSwift(spelling) {
        if owners.contains(target) {
          swift[target]?.remove(spelling)
        } else if files.spelling(of: path) == nil {
          objects.report(.missingFile(path), at: member.line)
        } else {
          swift[target, default: []].insert(spelling)
        }
      } else if DataModelFolder.containing(spelling + "/") == spelling {
        if owners.contains(target) {
          models[target]?.remove(spelling)
        } else {
          models[target, default: []].insert(spelling)
        }
      } else if files.hasFolder(spelling), !files.swift(in: spelling).isEmpty {
        objects.report(.exceptionIsFolder(path), at: member.line)
      }
    }
  }
}
