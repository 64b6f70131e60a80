internal import EntityModel
public import SchemaModel

/// The models of the two versions of a stage.
public struct StageModels: Sendable {
  let from: Schema
  let to: Schema

  init(_ stage: Stage) {
    from = Schema(versionedSchema: stage.fromSchema)
    to = Schema(versionedSchema: stage.toSchema)
  }

  /// Whether objects of a model of the old version become objects of a model of the new one: the two entities have one
  /// name, or neither version has both names.
  func carries(_ old: any PersistentModel.Type, to new: any PersistentModel.Type) -> Bool {
    let (old, new) = (String(describing: old), String(describing: new))
    return old == new
      || (to.declaredModel.entity(named: old) == nil && from.declaredModel.entity(named: new) == nil)
  }

  /// A problem if a model is not one of the new version.
  public func problems(new type: any PersistentModel.Type) -> [String] { Self.problems(type, in: to, "new") }

  /// A problem if a model is not one of the old version.
  public func problems(old type: any PersistentModel.Type) -> [String] { Self.problems(type, in: from, "old") }

  private static func problems(_ type: any PersistentModel.Type, in schema: Schema, _ age: String) -> [String] {
    guard !schema.contains(type) else { return [] }
    return ["\(String(reflecting: type)) is not a model of the \(age) version, \(schema.version)"]
  }
}
