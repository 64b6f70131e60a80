internal import Foundation

extension LedgerError {
  /// The error for a file that could not be read or written, with the reason in the words of the system, such as "Permission
  /// denied".
  ///
  /// - Parameters:
  ///   - path: the path as the user knows it.
  ///   - error: what Foundation threw. Its own words repeat the path or, on Linux, name only its domain and code.
  public static func file(path: String, error: any Error) -> LedgerError {
    var cause: any Error = error
    // On Linux, the error of the system is below one of Foundation.
    while let inner = (cause as NSError).userInfo[NSUnderlyingErrorKey] as? any Error { cause = inner }
    let code = (cause as NSError).domain == NSPOSIXErrorDomain ? Int32((cause as NSError).code) : nil
    return .file(path: path, reason: code.map { String(cString: strerror($0)) } ?? cause.localizedDescription)
  }
}
