public import EntityModel
public import ProjectModels

/// Why Core Data or SwiftData would not migrate a store of a frozen version.
public struct MappingRefusal: Sendable, Hashable {
  /// One reason.
  public enum Reason: Sendable, Hashable {
    /// No mapping from one version to another can be inferred. `former` is the attribute that a new one may replace.
    case notInferred(MappingError.Reason, to: String, ModelPlace, former: String?)
    /// The migration plan has no version with the models of the frozen one. SwiftData then fails with the error 134504,
    /// "Cannot use staged migration with an unknown model version".
    case unknownVersion(plan: String)
    /// Properties become unique, and objects of the store may have equal values.
    case duplicates(entity: String, [String], stage: String, ModelPlace)
  }

  /// Whether the store is one of SwiftData, whose plan can have custom stages.
  public let isOfSwiftData: Bool
  /// Where the declaration is that has to change.
  public let place: ModelPlace
  /// At least one.
  public let reasons: [Reason]

  /// Creates a refusal with one reason.
  public init(place: ModelPlace, isOfSwiftData: Bool, _ reason: Reason) {
    self.isOfSwiftData = isOfSwiftData
    self.place = place
    reasons = [reason]
  }

  /// A refusal for each reason, at the place of that reason.
  package var divided: [MappingRefusal] {
    reasons.map { MappingRefusal(place: $0.place ?? place, isOfSwiftData: isOfSwiftData, $0) }
  }

  /// The reasons why no mapping from a model to a version can be inferred.
  package init(
    of error: MappingError, from model: DeclaredModel, to next: DeclaredVersions.Version, isOfSwiftData: Bool
  ) {
    self.isOfSwiftData = isOfSwiftData
    reasons = error.reasons.map { reason in
      .notInferred(
        reason, to: next.name ?? next.title,
        next.place(ofEntity: reason.entity, property: reason.property),
        former: reason.kind == .addedWithoutDefault
          ? reason.property.flatMap { model.formerName(of: $0, in: reason.entity, of: next.model) } : nil)
    }
    place = reasons.lazy.compactMap(\.place).first ?? next.place
  }
}

extension MappingRefusal.Reason {
  fileprivate var place: ModelPlace? {
    switch self {
    case .notInferred(_, _, let place, _), .duplicates(_, _, _, let place): place
    case .unknownVersion: nil
    }
  }

  /// The reason as one sentence without a full stop, after its place.
  fileprivate func message(beside first: ModelPlace) -> String {
    switch self {
    case .notInferred(let reason, let to, let place, _):
      "\(place): \(reason.place) \(reason.message), so Core Data infers no mapping to \(to)"
    case .unknownVersion(let plan):
      "\(first): \(plan) has no version with its models, so SwiftData refuses it (error 134504)"
    case .duplicates(let entity, let properties, let stage, let place):
      "\(place): \(entity).\(properties.joined(separator: ", ")) becomes unique in \(stage), which fails if objects have equal values"
    }
  }

  /// - Parameter code: what the application can do that Core Data does not infer.
  fileprivate func hint(code: String, isOfSwiftData: Bool) -> String {
    switch self {
    case .notInferred(let reason, _, _, let former?):
      "if it was \(former) before, declare that, or the values of \(former) are lost: "
        + (isOfSwiftData ? "@Attribute(originalName: \"\(former)\")" : "the renaming ID \(former)")
        + "; if not, \(reason.hint(code: code))"
    case .notInferred(let reason, _, _, nil): reason.hint(code: code)
    case .duplicates(let entity, _, _, _):
      "write \(code) that merges objects of \(entity) with equal values"
        + (isOfSwiftData ? " before the stage adds the constraint" : "")
    case .unknownVersion:
      "declare the models that were released as a version of the plan, and put changes into a new version"
    }
  }
}

extension MappingRefusal {
  /// The entity of the first reason, if it is about one.
  var entity: String? {
    switch reasons.first {
    case .notInferred(let reason, _, _, _): reason.entity
    case .duplicates(let entity, _, _, _): entity
    case .unknownVersion, nil: nil
    }
  }

  /// The property of the first reason, if it is about one.
  var property: String? {
    switch reasons.first {
    case .notInferred(let reason, _, _, _): reason.property
    case .duplicates(_, let properties, _, _): properties.count == 1 ? properties[0] : nil
    case .unknownVersion, nil: nil
    }
  }

  /// The reasons.
  var messages: [String] { reasons.map { $0.message(beside: place) } }

  /// What to do next.
  var hint: String {
    reasons.map { $0.hint(code: isOfSwiftData ? "a custom stage" : "a mapping model", isOfSwiftData: isOfSwiftData) }
      .uniqued.joined(separator: "\n")
  }
}
