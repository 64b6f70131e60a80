internal import GitStore

/// SQLDelight's source folders: those that a Gradle build file names, of which each is a database, and otherwise the folders
/// whose names begin with `sqldelight`.
///
/// > `srcDirs`: an array of folders where the plugin looks for `.sq` and `.sqm` files
/// [Gradle](https://sqldelight.github.io/sqldelight/latest/jvm_sqlite/gradle/). Version 1 had `sourceFolders`, names of folders
/// in the folder of a source set.
struct SQLDelightFolders {
  /// Folders that a build file names.
  private var named: [String] = []
  /// Folders that contain a source set each, as `app/src` contains `app/src/main`, with the name of the folder in it.
  private var inSourceSets: [(sets: String, name: String)] = []

  /// - Parameters:
  ///   - paths: all paths of the project.
  ///   - text: the text of a file.
  init(in paths: some Sequence<String>, text: (String) throws -> String?) rethrows {
    for path in paths where path.hasSuffix("build.gradle.kts") || path.hasSuffix("build.gradle") {
      guard let build = try text(path), build.lowercased().contains("sqldelight") else { continue }
      let module = path.lastIndex(of: "/").map { path[..<$0] + "/" } ?? ""
      for match in build.matches(of: /(srcDirs|sourceFolders)[^"'\n{}]*((?:["'][^"'\n]*["'][\s,]*)+)/) {
        for name in match.2.split(whereSeparator: { "\"'".contains($0) }).map(String.init) where name.isPath {
          let name = name.split(separator: "/").filter { !["$projectDir", "${projectDir}", "."].contains($0) }
            .joined(separator: "/")
          if match.1 == "srcDirs" {
            named.append(module + name)
          } else {
            inSourceSets.append((module + "src/", name))
          }
        }
      }
    }
  }

  /// Splits the path of a SQLDelight file after its source folder; `nil` for any other file.
  func split(_ path: String) -> (folder: Substring, file: Substring)? {
    guard path.hasSuffix(".sqm") || path.hasSuffix(".sq") else { return nil }
    var length = named.filter { path.hasPrefix($0 + "/") }.map(\.count).max()
    for (sets, name) in inSourceSets where length == nil && path.hasPrefix(sets) {
      guard let slash = path.dropFirst(sets.count).firstIndex(of: "/"), path[slash...].hasPrefix("/\(name)/") else {
        continue
      }
      length = path.distance(from: path.startIndex, to: slash) + 1 + name.count
    }
    guard let length else { return SQLDelightFiles.split(path) }
    return (path.prefix(length), path.dropFirst(length + 1))
  }
}

extension String {
  /// Whether a text in a build file may be a path. Variables are not known here, except that of the project's folder.
  fileprivate var isPath: Bool {
    let rest = replacing("${projectDir}", with: "").replacing("$projectDir", with: "")
    return contains { $0.isLetter } && !rest.contains { "$,()*=\n".contains($0) }
  }
}
