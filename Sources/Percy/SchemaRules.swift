internal import EntityModel
internal import SchemaModel

/// Checks the models of a plan without a store.
struct SchemaRules {
  private(set) var problems: [String] = []

  init(_ plan: any PercyMigrationPlan.Type, _ configuration: any PercyConfiguration.Type) {
    if !plan.schemas.contains(where: { $0 == configuration.versionedSchema }) {
      problems.append("\(configuration.versionedSchema) is not one of the plan's schemas")
    }
    guard configuration.iCloudContainer != nil else { return }
    for version in plan.schemas {
      let schema = Schema(versionedSchema: version)
      problems += schema.declaredModel.cloudKitViolations.map { "\($0.text) (\(version) \(schema.version))" }
    }
  }
}

extension CloudKitViolation {
  /// The rule and the place, such as `Relationships must be optional: Person.groups`.
  fileprivate var text: String {
    let place = "\(entity).\(properties.joined(separator: ", "))"
    return switch rule {
    case .uniqueness: "Unique constraints are not allowed for CloudKit sync: \(place)"
    case .defaultValue: "Non-optional attributes must have default values: \(place)"
    case .optionalRelationship: "Relationships must be optional: \(place)"
    case .inverse: "All relationships must have inverse relationships: \(place)"
    case .deleteRule: "Deny deletion rule is not allowed: \(place)"
    case .order: "Ordered relationships are not allowed for CloudKit sync: \(place)"
    }
  }
}
