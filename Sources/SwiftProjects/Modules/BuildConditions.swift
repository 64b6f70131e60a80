/// The settings of a target that decide how its sources are read.
public struct BuildConditions: Sendable, Hashable {
  /// The active compilation conditions of a release build.
  public var active: [String] = []
  /// Conditions that are active on some platforms, SDKs or configurations only.
  public var uncertain: [String] = []
  /// `SWIFT_VERSION`, or the package's tools version.
  public var swiftVersion: String?
  /// `SUPPORTED_PLATFORMS` or `SDKROOT`, such as `iphoneos`; empty for a package.
  public var platforms: [String] = []

  /// Creates conditions of which nothing is known.
  public init() {}
}
