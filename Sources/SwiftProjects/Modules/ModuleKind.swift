/// What a target is built into.
public enum ModuleKind: String, Sendable, Hashable, CaseIterable {
  case app
  case appExtension
  case library
  case executable
  case test
  case macro
  case plugin
  /// A product type that is none of the others, or a folder that no project describes.
  case other
}
