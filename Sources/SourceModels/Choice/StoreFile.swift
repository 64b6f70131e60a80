/// The file in which a container keeps a store, as its configuration names it.
///
/// https://developer.apple.com/documentation/swiftdata/modelconfiguration
public struct StoreFile: Sendable, Hashable {
  /// The folder, or the whole place.
  public enum Place: Sendable, Hashable {
    /// The app group of the target's entitlements, or else the folder of the app.
    case automatic
    /// The folder of the app, or of the extension.
    case own
    /// The folder of an app group.
    case group(String)
    /// What a constant of the module gives. It stands for the place and the name.
    case constant(SourceLocation)
  }

  /// Where it is.
  public let place: Place
  /// The name without `.store`; `nil` for `default`.
  public let name: String?
}

extension ContainerReader {
  /// The file that the arguments of a `ModelConfiguration` name; `nil` if an argument is not understood.
  func storeFile(_ arguments: [SourceArgument], at context: SymbolContext) -> StoreFile? {
    if let url = arguments["url"] {
      guard case .path(let path) = url, let location = lists.location(of: path, at: context) else { return nil }
      return StoreFile(place: .constant(location), name: nil)
    }
    var name: String?
    if let argument = arguments.unlabelled.first {
      guard let text = text(argument, at: context) else { return nil }
      name = text == "default" ? nil : text
    }
    guard let group = arguments["groupContainer"] else { return StoreFile(place: .automatic, name: name) }
    switch group {
    case .path(let path) where path.last == "automatic": return StoreFile(place: .automatic, name: name)
    case .path(let path) where path.last == "none": return StoreFile(place: .own, name: name)
    case .call(.path(let path), let values) where path.last == "identifier" && values.count == 1:
      return text(values[0].value, at: context).map { StoreFile(place: .group($0), name: name) }
    default: return nil
    }
  }

  /// The string that an expression gives, directly or as a constant.
  private func text(_ value: SourceExpression, at context: SymbolContext) -> String? {
    switch value {
    case .string(let text): return text
    case .path(let path):
      guard case (.string(let text), _)? = lists.variable(path, at: context) else { return nil }
      return text
    default: return nil
    }
  }
}
