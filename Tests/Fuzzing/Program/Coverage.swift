// libFuzzer goes on from inputs that reach new code: https://llvm.org/docs/LibFuzzer.html. It brings a `main` of its
// own. The toolchains of swift.org have it, Xcode's does not.
#if COVERAGE
  import Foundation

  /// The target that `FUZZ_TARGET` names.
  private let chosen = FuzzTarget.all.first { $0.name == ProcessInfo.processInfo.environment["FUZZ_TARGET"] }

  /// > Functions … LLVMFuzzerTestOneInput … accept an array of bytes and do something interesting with these bytes
  @_cdecl("LLVMFuzzerTestOneInput")
  public func readInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let chosen else { fatalError("FUZZ_TARGET is not one of \(FuzzTarget.all.map(\.name))") }
    let input = bytes.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
    do { _ = try chosen.read(input) } catch { fatalError("\(error)") }
    return 0
  }
#endif
