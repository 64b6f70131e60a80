@_exported public import Foundation
@_exported public import Observation
internal import Synchronization

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

  /// Notifies the observers of all properties that a class declares itself.
  public func didChangeAll<Model: PersistentModel>(_ model: Model, as type: Model.Type) {
    for notify in Self.notifications(of: type) { notify(self, model) }
  }

  typealias Notification = @Sendable (ModelObservationRegistrar, any PersistentModel) -> Void

  private static let known = Mutex<[ObjectIdentifier: [Notification]]>([:])

  private static func notifications(of type: any PersistentModel.Type) -> [Notification] {
    let key = ObjectIdentifier(type)
    if let notifications = known.withLock({ $0[key] }) { return notifications }
    let notifications = type.schemaMetadata.compactMap(\.notification)
    known.withLock { $0[key] = notifications }
    return notifications
  }
}
