/// The modules that a Swift file imports.
public enum ImportedModules {
  /// Reads the `import` lines of a file, with attributes and access levels. An import inside `#if` counts.
  public static func names(in bytes: [UInt8]) -> Set<String> { SwiftMarks(bytes).imports }
}
