internal import CReferences

extension Unmanaged {
  /// Retains the object, unless it is being deallocated or has been.
  ///
  /// Together with an `unowned` reference, which keeps the memory of the object, this is a weak reference. For one that is
  /// declared `weak`, Swift counts all references to the object in a separate allocation, which each retain and each release
  /// has to look up.
  ///
  /// - Returns: whether the object was retained; then the caller releases it.
  func retainIfAlive() -> Bool { swift_tryRetain(toOpaque()) != nil }
}
