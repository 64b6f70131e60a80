// swift-format-ignore: NoLeadingUnderscores
/// Runs a function that only needs isolation to name properties. `@Model` generates calls to it.
///
/// The key paths of a class that is isolated to the main actor can only be written there, but the description of a class
/// is needed wherever a schema is created. A key path itself is immutable, and writing it touches no object.
public func _$withoutIsolation<Result>(_ body: @MainActor () -> Result) -> Result {
  withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Result).self)() }
}
