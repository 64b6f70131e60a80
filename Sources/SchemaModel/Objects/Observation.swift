@_exported public import Foundation
@_exported public import Observation

/// What a model's observers are told through.
public struct ModelObservationRegistrar: Sendable {
  private let registrar = ObservationRegistrar()

  /// One for an object.
  public init() {}

  /// A property is read.
  public func access<Model: PersistentModel, Value>(_ model: Model, keyPath: KeyPath<Model, Value>) {
    registrar.access(model, keyPath: keyPath)
  }

  /// A property is changed.
  public func withMutation<Model: PersistentModel, Value, Result>(
    of model: Model, keyPath: KeyPath<Model, Value>, _ mutation: () throws -> Result
  ) rethrows -> Result { try registrar.withMutation(of: model, keyPath: keyPath, mutation) }
}
