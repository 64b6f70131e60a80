internal import SystemCalls

/// Passes `texts` to `body` as C strings, which are valid until `body` returns.
func withCStrings<Result, Failure: Error>(
  _ texts: [String], _ body: (UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>) throws(Failure) -> Result
) throws(Failure) -> Result {
  let strings = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: texts.count)
  _ = strings.initialize(from: texts.map { strdup($0) })
  defer {
    for string in strings { free(string) }
    strings.deallocate()
  }
  return try body(strings)
}
