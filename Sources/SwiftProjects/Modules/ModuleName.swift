/// The names of modules.
enum ModuleName {
  /// What Xcode's `:c99extidentifier` makes of the name of a product; SwiftPM does the same with the name of a target.
  static func from(_ name: String) -> String {
    var result = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    if result.first?.isNumber == true { result = "_" + result.dropFirst() }
    return result
  }
}
