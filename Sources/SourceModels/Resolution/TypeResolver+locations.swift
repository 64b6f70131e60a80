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
  /// Adds where the type of a property is declared, whose cases or properties decide the columns of its values.
  func locate(_ type: ResolvedType, of property: String, in locations: inout ValueLocations) {
    switch type {
    case .optional(let wrapped): locate(wrapped, of: property, in: &locations)
    case .declared(let id):
      guard !isModel(id), let primary = symbols.primary(id) else { return }
      // A structure in itself is refused when its shape is read.
      guard property.utf8.count(where: { $0 == UInt8(ascii: ".") }) < 16 else { return }
      locations.types[property] = primary.location
      for item in primary.declaration.cases {
        locations.parts["\(property).\(item.name)"] = SourceLocation(path: primary.file, line: item.line)
      }
      guard primary.declaration.kind == .struct else { return }
      let keys = (try? codingKeys(id)) ?? nil
      for variable in primary.declaration.variables where !variable.isStatic && !variable.isComputed {
        let part = "\(property).\(keys?[variable.name] ?? variable.name)"
        locations.parts[part] = SourceLocation(path: primary.file, line: variable.line)
        if let type = try? self.type(of: variable, at: primary.context) { locate(type, of: part, in: &locations) }
      }
    default: break
    }
  }
}
