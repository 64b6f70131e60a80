package import Foundation

/// What the safety layer learns from the system, and the places where a test can interfere.
package struct SafetyEnvironment: Sendable {
  /// The time for the names of backups and of stores that are set aside.
  package var now: @Sendable () -> Date
  /// The number of bytes that may be written to the volume of a folder.
  package var freeBytes: @Sendable (URL) throws -> Int64
  /// Is called with the copy of a store, before it is verified.
  package var copied: @Sendable (URL) throws -> Void
  /// Is called with the store after its migration has failed, before it is examined.
  package var failed: @Sendable (URL) throws -> Void
  /// Is called with the store before the journal of a move is written.
  package var moving: @Sendable (URL) throws -> Void

  /// The system's clock and file system.
  package static var system: SafetyEnvironment {
    SafetyEnvironment(
      now: { Date() }, freeBytes: { try FileCall.freeBytes(of: $0) }, copied: { _ in }, failed: { _ in },
      moving: { _ in })
  }
}
