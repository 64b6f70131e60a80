/// A Core Data model with all its versions: an `.xcdatamodeld` folder, or an `.xcdatamodel` folder on its own.
///
/// https://developer.apple.com/documentation/coredata/creating_a_core_data_model
public struct ModelPackage: Sendable, Hashable {
  /// A version: an `.xcdatamodel` folder.
  public struct Version: Sendable, Hashable {
    /// The content of the folder.
    public enum Content: Sendable, Hashable {
      /// The model as XML. The value is the path of the file.
      case document(String)
      /// The binary form without XML that Xcode wrote until 2011. The value is the path of the file.
      case binary(String)
      /// Neither of them.
      case missing
    }

    /// The name of the folder without its extension, such as `Model 2`. It is not the identifier that stores contain.
    public let name: String
    /// The path of the folder.
    public let path: String
    /// The content of the folder.
    public let content: Content
  }

  /// The path of the folder.
  public let path: String
  /// The versions, sorted by name; numbers in names are compared as numbers.
  public let versions: [Version]
  /// The path of `.xccurrentversion`; `nil` if there is none.
  public let currentVersionFile: String?

  /// The name of the folder without its extension.
  public var name: String { Self.stem(path) }

  /// The models among the files of a commit, sorted by path.
  ///
  /// - Parameter paths: the paths of files, with `/` between their parts.
  public static func find(in paths: some Sequence<String>) -> [ModelPackage] {
    var files: [String: [String]] = [:]
    var currentVersionFiles: [String: String] = [:]
    for path in paths where path.contains(".xcdatamodel") {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard let end = parts.firstIndex(where: { $0.hasSuffix(".xcdatamodel") || $0.hasSuffix(".xcdatamodeld") }),
        end < parts.count - 1
      else { continue }
      let package = parts[...end].joined(separator: "/")
      if parts[end].hasSuffix(".xcdatamodel") {
        files[package, default: []].append(path)
      } else if parts.count == end + 2, parts[end + 1] == ".xccurrentversion" {
        currentVersionFiles[package] = path
      } else if parts.count > end + 2, parts[end + 1].hasSuffix(".xcdatamodel") {
        files[package, default: []].append(path)
      }
    }
    return Set(files.keys).union(currentVersionFiles.keys).sorted().map { package in
      ModelPackage(
        path: package, versions: versions(of: package, files[package] ?? []),
        currentVersionFile: currentVersionFiles[package])
    }
  }

  private static func versions(of package: String, _ files: [String]) -> [Version] {
    let depth = package.split(separator: "/", omittingEmptySubsequences: false).count
    let length = package.hasSuffix(".xcdatamodel") ? depth : depth + 1
    let folders = Dictionary(grouping: files) { path in
      path.split(separator: "/", omittingEmptySubsequences: false).prefix(length).joined(separator: "/")
    }
    return folders.map { folder, files in
      Version(name: stem(folder), path: folder, content: content(of: folder, files))
    }.sorted { NumberedName($0.name) < NumberedName($1.name) }
  }

  private static func content(of folder: String, _ files: [String]) -> Version.Content {
    if files.contains(folder + "/contents") { return .document(folder + "/contents") }
    if files.contains(folder + "/elements") { return .binary(folder + "/elements") }
    return .missing
  }

  private static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex))
  }
}
