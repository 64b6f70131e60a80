package import GitStore

extension DeclaredVersions {
  /// The versions that the sources in the folder of a Swift package declare, as far as they can be read without building them;
  /// `nil` if they cannot, or if this program reads no Swift sources.
  package static func ofPackage(in folder: String, _ snapshot: FileSnapshot) -> DeclaredVersions? {
    #if SourceReader
      try? SwiftDataReader(folder: folder).versions(in: snapshot)
    #else
      nil
    #endif
  }
}
