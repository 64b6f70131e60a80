/// The entitlements of a target that decide where SwiftData keeps a store, and whether CloudKit synchronises it.
///
/// https://developer.apple.com/documentation/bundleresources/entitlements
public struct Entitlements: Sendable, Hashable {
  /// The identifiers of the target's app groups, in order.
  public var applicationGroups: [String] = []
  /// The identifiers of the target's CloudKit containers, in order; empty if it does not use CloudKit.
  public var cloudContainers: [String] = []

  /// Creates entitlements of a target that has none.
  public init() {}
}

/// The file with the entitlements of a target, as its project names it.
enum EntitlementsFile: Hashable {
  case none
  case path(String)
  /// The project has the content of the file.
  case content(Entitlements)
  /// The project names it in a way that is not read.
  case unknown
}
