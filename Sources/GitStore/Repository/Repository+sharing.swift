extension Repository {
  /// Gives others the permissions of `core.sharedRepository` for a file in the Git folder that was just written. Other
  /// paths are left alone.
  public func share(_ path: String) {
    guard path.hasPrefix(commonDirectory + "/") else { return }
    sharing.apply(to: String(path.dropFirst(commonDirectory.count + 1)), below: commonDirectory)
  }

  /// The same for an object that was just written, unless it is in a pack.
  func share(_ id: ObjectID) {
    share("\(commonDirectory)/objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))")
  }

  /// The same for a reference and its log.
  func shareReference(_ name: String) {
    let folder = name == "HEAD" ? gitDirectory : commonDirectory
    for path in ["\(folder)/\(name)", "\(folder)/logs/\(name)"] { share(path) }
  }
}
