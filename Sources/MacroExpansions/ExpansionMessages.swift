internal import SwiftDiagnostics

/// The diagnostics of `@Model` and `@ModelActor`.
struct ModelMessage: DiagnosticMessage, FixItMessage {
  let name: String
  let message: String
  var severity: DiagnosticSeverity = .error

  var diagnosticID: MessageID { MessageID(domain: "SchemaModel", id: name) }
  var fixItID: MessageID { diagnosticID }
}

extension ModelMessage {
  static func notAClass(_ kind: String, _ type: String) -> Self {
    Self(name: "not-a-class", message: "'@Model' cannot be applied to \(kind) type '\(type)'")
  }

  static func generic(_ type: String) -> Self {
    Self(
      name: "generic-class",
      message: "'@Model' cannot be applied to generic class '\(type)', because an entity has one name and one table")
  }

  static func noInitializer(_ type: String) -> Self {
    Self(name: "no-initializer", message: "@Model requires an initializer be provided for '\(type)'")
  }

  static func transientWithoutDefault(_ property: String) -> Self {
    Self(
      name: "transient-default",
      message: "@Transient requires non-optional property '\(property)' to have a default value")
  }

  static func constant(_ property: String) -> Self {
    Self(
      name: "constant",
      message:
        "persisted property '\(property)' cannot be a constant in the Swift 6 language mode, because the compiler then "
        + "gives constants no accessors and a fetch could not return the stored value; use 'private(set) var', "
        + "mark the property @Transient, or compile the target in the Swift 5 language mode")
  }

  static let makeVariable = Self(name: "make-variable", message: "replace 'let' with 'private(set) var'")

  static func observers(_ property: String) -> Self {
    Self(
      name: "observers",
      message:
        "'willSet' and 'didSet' of persisted property '\(property)' are ignored, because @Model replaces the accessors",
      severity: .warning)
  }

  static func lazy(_ property: String) -> Self {
    Self(
      name: "lazy",
      message: "persisted property '\(property)' cannot be lazy; remove 'lazy', or mark it @Transient")
  }

  static func reference(_ property: String, _ keyword: String) -> Self {
    Self(
      name: "reference",
      message:
        "'\(keyword)' has no effect on persisted property '\(property)', because its context manages the object; "
        + "remove it"
    )
  }

  static let several = Self(
    name: "several-variables", message: "each persisted property needs a separate 'var' declaration")

  static let pattern = Self(name: "pattern", message: "a persisted property cannot be declared in a tuple")

  static func noType(_ property: String) -> Self {
    Self(name: "no-type", message: "persisted property '\(property)' needs a type or a default value")
  }

  static let conditional = Self(
    name: "conditional",
    message:
      "a persisted property cannot be inside '#if', because the schema of a version would depend on the build")

  static func reserved(_ property: String, _ reason: String) -> Self {
    Self(name: "reserved-name", message: "a persisted property cannot be named '\(property)': \(reason)")
  }

  static func unusable(_ name: String) -> Self {
    Self(
      name: "unusable-name",
      message:
        "'\(name)' cannot be the name of a table or column; "
        + "begin with a letter and use only letters, digits and underscores")
  }

  static func twoMarkers(_ property: String) -> Self {
    Self(
      name: "two-markers", message: "'\(property)' cannot be both @Attribute and @Relationship; remove one of them")
  }

  static func uniqueMany(_ property: String) -> Self {
    Self(
      name: "unique-many",
      message: "'\(property)' cannot be unique, because it has many values; make a property of the destination unique")
  }

  static func outsideModel(_ macro: String, _ severity: DiagnosticSeverity) -> Self {
    Self(name: "outside-model", message: "'\(macro)' has no effect outside a @Model class", severity: severity)
  }

  static let modelActorOnOther = Self(name: "model-actor", message: "'@ModelActor' can only be applied to an actor")

  /// The compiler's message when a model is sent from one task to another.
  static func sendable(_ type: String) -> String {
    "PersistentModels are not Sendable, consider utilizing a ModelActor or use \(type)'s persistentModelID instead"
  }
}

/// The diagnostics of the freezing macros.
struct FreezeMessage: DiagnosticMessage {
  let name: String
  let message: String

  var severity: DiagnosticSeverity { .error }
  var diagnosticID: MessageID { MessageID(domain: "SchemaFreezing", id: name) }

  static let notAnEnum = Self(name: "not-an-enum", message: "@Freeze can only be applied to enum declarations")

  static let noVersion = Self(
    name: "no-version", message: "@Freeze requires version argument: @Freeze(version: \"1.4.0\")")

  static func notALiteral(_ version: String) -> Self {
    Self(
      name: "not-a-literal",
      message:
        "the version of @Freeze must be a string literal, because a macro does not know the value of '\(version)'")
  }

  static let notAPlan = Self(
    name: "not-a-plan", message: "@AutoTests can only be applied to struct or enum declarations")

  static func sameName(_ version: String, _ other: String, suffix: String) -> Self {
    guard version != other else {
      return Self(
        name: "same-version",
        message: "version \"\(version)\" is frozen twice on this enum; remove one of the attributes")
    }
    return Self(
      name: "same-name",
      message:
        "versions \"\(other)\" and \"\(version)\" both generate a function __freezeray_freeze_\(suffix); "
        + "freeze them on separate enums")
  }
}
