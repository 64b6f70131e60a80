extension Entitlements {
  /// Reads a file; `nil` if it is not a property list in XML.
  init?(_ bytes: [UInt8]) {
    guard let values = try? XMLPropertyList.parse(bytes), values.dictionary != nil else { return nil }
    self.init(values)
  }

  /// The entitlements of a dictionary.
  init(_ values: PropertyListValue) {
    self.init()
    func texts(_ key: String) -> [String] { values[key]?.array?.compactMap(\.text) ?? [] }
    applicationGroups = texts("com.apple.security.application-groups")
    if texts("com.apple.developer.icloud-services").contains(where: { $0.hasPrefix("CloudKit") }) {
      cloudContainers = texts("com.apple.developer.icloud-container-identifiers")
    }
  }
}
