internal import Testing

// Apple's Command Line Tools have no XCTest, so that a build of all products without Xcode would fail.
#if canImport(XCTest)
  internal import XCTest
#endif

/// Where a test called a function of this module.
struct TestPlace: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}

/// Records a failure of the test that is running, whether it is one of Swift Testing or of XCTest.
///
/// Each of the two ignores a failure that is recorded while the other runs a test, as of Swift 6.3. In a detached task
/// it is not known which of them runs, so the failure is recorded in both.
func recordFailure(_ message: String, at place: TestPlace) {
  #if canImport(XCTest)
    if Test.current == nil { XCTFail(message, file: place.filePath, line: place.line) }
  #endif
  Issue.record(
    Comment(rawValue: message),
    sourceLocation: SourceLocation(
      fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line), column: Int(place.column)))
}
