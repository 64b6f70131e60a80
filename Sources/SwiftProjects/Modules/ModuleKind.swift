/// What a target is built into.
public enum ModuleKind: String, Sendable, Hashable, CaseIterable {
  case app
  case appExtension
  case library
  case executable
  /// Unit and user interface tests. A guessed module is one if the name of its folder ends in `Tests`.
  case test
  case macro
  case plugin
  /// A product type that is none of the others, or a folder that no project describes.
  case other
}
