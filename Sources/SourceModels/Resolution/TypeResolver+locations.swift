internal import EntityModel

/// Where the types of properties are declared, and the cases and parts of these types, by the dotted name of the property:
/// `address`, `address.street`.
struct ValueLocations: Sendable, Hashable {
  /// The enumerations and structures.
  var types: [String: SourceLocation] = [:]
  /// The cases of enumerations and the properties of structures that have a column of their own.
  var parts: [String: SourceLocation] = [:]
}

extension TypeResolver {
  /// Adds where the type of a property is declared, and where it declares the components of the property's shape.
  func locate(
    _ type: ResolvedType, of property: String, components: [DeclaredModel.Attribute], in locations: inout ValueLocations
  ) {
    switch type {
    case .optional(let wrapped): locate(wrapped, of: property, components: components, in: &locations)
    case .declared(let id):
      guard let primary = symbols.primary(id) else { return }
      locations.types[property] = primary.location
      let keys = (try? codingKeys(id)) ?? nil
      for component in components {
        let part = "\(property).\(component.name)"
        if let item = primary.declaration.cases.first(where: { $0.name == component.name }) {
          locations.parts[part] = SourceLocation(path: primary.file, line: item.line)
        } else if let variable = primary.declaration.variables.first(where: { variable in
          !variable.isStatic && !variable.isComputed && (keys?[variable.name] ?? variable.name) == component.name
        }) {
          locations.parts[part] = SourceLocation(path: primary.file, line: variable.line)
          guard let type = try? self.type(of: variable, at: primary.context) else { continue }
          locate(type, of: part, components: component.components, in: &locations)
        }
      }
    default: break
    }
  }
}
