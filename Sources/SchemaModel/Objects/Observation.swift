@_exported public import Foundation
@_exported public import Observation

/// Notifies the observers of a model.
public struct ModelObservationRegistrar: Sendable {
  private let registrar = ObservationRegistrar()

  /// Creates a registrar for an object.
  public init() {}

  /// Records that a property is being read.
  public func access<Model: PersistentModel, Value>(_ model: Model, keyPath: KeyPath<Model, Value>) {
    registrar.access(model, keyPath: keyPath)
  }

  /// Runs a function that changes a property, and notifies its observers.
  public func withMutation<Model: PersistentModel, Value, Result>(
    of model: Model, keyPath: KeyPath<Model, Value>, _ mutation: () throws -> Result
  ) rethrows -> Result { try registrar.withMutation(of: model, keyPath: keyPath, mutation) }
}
