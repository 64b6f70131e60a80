/// A reference from the values of an object to the object, which does not keep it alive.
enum ModelReference {
  case none
  /// The object ends the reference by ``BackingData/forget(_:)`` when it is deallocated.
  case unowned(UnownedModel)
  /// A weak reference makes Swift count the references to an object in a separate allocation, which takes a sixth of the time
  /// of a fetch.
  case weak(WeakModel)

  var model: (any PersistentModel)? {
    switch self {
    case .none: nil
    case .unowned(let reference): reference.model
    case .weak(let reference): reference.model
    }
  }

  func refers(to model: AnyObject) -> Bool {
    switch self {
    case .none: false
    case .unowned(let reference): reference.model === model
    case .weak(let reference): reference.model === model
    }
  }
}

struct UnownedModel {
  unowned(unsafe) let model: any PersistentModel
}

final class WeakModel {
  private(set) weak var model: (any PersistentModel)?

  init(_ model: any PersistentModel) { self.model = model }
}
