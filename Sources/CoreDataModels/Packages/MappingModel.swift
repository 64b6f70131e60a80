internal import Markup

/// A mapping model, as Xcode's editor stores it: an `.xcmappingmodel` folder.
///
/// Core Data looks for one that leads from the model of a store to the current one, and infers a mapping only if there is
/// none. What it maps is not read.
///
/// https://developer.apple.com/documentation/coredata/nsmappingmodel
public struct MappingModel: Sendable, Hashable {
  /// The versions that it connects, as Xcode wrote the names of their folders when the file was last edited.
  public struct Ends: Sendable, Hashable {
    /// The name of the source version's folder without its extension.
    public let source: String
    /// The name of the destination version's folder without its extension.
    public let destination: String
  }

  /// The path of the folder.
  public let path: String
  /// `nil` if the file does not name them in the known form.
  public let ends: Ends?

  /// The folders of mapping models and the files that describe them, sorted by path.
  ///
  /// - Parameter paths: the paths of files, with `/` between their parts.
  public static func find(in paths: some Sequence<String>) -> [(folder: String, file: String)] {
    paths.compactMap { path in
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count > 1, parts[parts.count - 2].hasSuffix(".xcmappingmodel"), parts.last == "xcmapping.xml" else {
        return nil
      }
      return (parts.dropLast().joined(separator: "/"), path)
    }.sorted { $0.folder < $1.folder }
  }

  /// Reads the file of a mapping model.
  ///
  /// - Parameter bytes: the content. Because it is untrusted, memory and time are limited.
  public init(path: String, parsing bytes: [UInt8]) {
    self.path = path
    // A copy of each model is in the file, so that it can be much larger than a model.
    let root = try? MarkupReader.read(bytes, allowsDocumentType: true, limits: .project)
    let object = root?.children.first { $0.name == "object" && $0.value("type") == "XDDEVMAPPINGMODEL" }
    func name(_ attribute: String) -> String? {
      object?.children.first { $0.name == "attribute" && $0.value("name") == attribute }.flatMap {
        Self.version($0.text)
      }
    }
    ends = name("sourcemodelpath").flatMap { source in
      name("destinationmodelpath").map { Ends(source: source, destination: $0) }
    }
  }

  /// The name of a version's folder in a path.
  ///
  /// > Shared/Models/BookPlayer.xcdatamodeld/Audiobook Player 2.xcdatamodel
  private static func version(_ path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    return name.hasSuffix(".xcdatamodel") ? String(name.dropLast(".xcdatamodel".count)) : nil
  }
}
