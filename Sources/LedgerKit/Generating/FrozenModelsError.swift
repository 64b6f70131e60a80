/// The reason why a model cannot be written as the source of SwiftData models.
package struct FrozenModelsError: Error, Sendable, Hashable {
  /// The kinds of reasons.
  package enum Reason: Sendable, Hashable {
    /// The version does not consist of three numbers.
    case version(String)
    /// The name is not one in Swift.
    case name(String)
    /// SwiftData has no declaration for this; `what` is a noun phrase such as `an abstract entity`.
    case unsupported(what: String)
    /// The model refers to an entity or a property that it does not contain.
    case unknown(name: String)
    /// The model does not contain the name of the type of a value that is encoded or has several columns.
    case noTypeName
    /// The type's name is not one that a declaration can have.
    case typeName(String)
    /// Different types have this name.
    case ambiguousType(String)
    /// The inverse does not lead back to the relationship, or to another one of its class.
    case oneSidedInverse(String)
    /// The relationship has no inverse in the model, but SwiftData would infer this one.
    case inferredInverse(String)
    /// The text of the default is not one expression.
    case defaultText
  }

  /// The entity; `nil` for a reason about the whole model.
  package let entity: String?
  /// The property; `nil` for a reason about the entity.
  package let property: String?
  /// The reason.
  package let reason: Reason

  init(entity: String? = nil, property: String? = nil, reason: Reason) {
    self.entity = entity
    self.property = property
    self.reason = reason
  }
}

extension FrozenModelsError: CustomStringConvertible {
  /// The entity and the property, such as `Post.title`; `the model` for a reason about all of it.
  package var place: String {
    guard let entity else { return "the model" }
    return property.map { "\(entity).\($0)" } ?? entity
  }

  /// The error as one sentence without a full stop.
  package var message: String {
    switch reason {
    case .version(let version): "the version '\(version)' does not consist of three numbers, as SwiftData's do"
    case .name(let name): "\(place): '\(name)' is not a name in Swift"
    case .unsupported(let what): "\(place) is \(what), which SwiftData cannot declare"
    case .unknown(let name): "\(place) refers to '\(name)', which the model does not contain"
    case .noTypeName: "\(place) has a value of a type whose name the model does not contain"
    case .typeName(let name): "\(place) has the type '\(name)', which cannot be declared from the model"
    case .ambiguousType(let name): "\(place) has a type named '\(name)', and so has another property of another type"
    case .oneSidedInverse(let name): "\(place) has the inverse '\(name)', which has another inverse"
    case .inferredInverse(let name): "\(place) has no inverse, but SwiftData would infer '\(name)'"
    case .defaultText: "\(place) has a default that is not one expression"
    }
  }

  /// The suggested next step.
  package var hint: String {
    switch reason {
    case .version: "freeze the version under a name of three numbers, such as 1.2.0"
    case .typeName, .ambiguousType, .oneSidedInverse, .inferredInverse, .defaultText:
      "copy the models of the version from the source of the release"
    case .unknown: "restore model.json from Git, or freeze the version again"
    case .name, .unsupported, .noTypeName:
      "the version is one of a Core Data model; keep its .xcdatamodel in the app"
    }
  }

  /// The message and the hint.
  package var description: String { "\(message): \(hint)" }
}
