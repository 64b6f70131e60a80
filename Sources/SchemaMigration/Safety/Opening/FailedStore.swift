internal import EntityModel
internal import GRDB
internal import SchemaModel

/// A store after a failed migration.
struct FailedStore {
  enum State: Equatable {
    /// The store is whole and at its former version.
    case asBefore
    /// The store is whole and at the version of the container.
    case migrated
    /// The store is not what it was. This needs more than a failed migration, which is rolled back.
    case damaged(String)
    /// The store cannot be examined now.
    case unknown(String)
  }

  let files: StoreFiles
  let before: StoreIdentity
  let destination: Schema

  var state: State {
    guard FileCall.exists(files.url) else { return .damaged("the file is gone") }
    do {
      let source = try StoreReader.live(files.url)
      if let problem = try source.read({ try StoreReader.problem(in: $0) }) { return .damaged(problem) }
      let identity = try StoreIdentity(at: files.url)
      if identity.isSame(as: before) { return .asBefore }
      guard identity.identifier == before.identifier else {
        return .damaged("it is the store \(identity.identifier), not \(before.identifier)")
      }
      return identity.isExactly(destination) ? .migrated : .damaged("its models are those of no version")
    } catch let error as StoreError {
      switch error {
      case .notADatabase, .notAStore: return .damaged(error.message)
      default: return .unknown(error.message)
      }
    } catch let error as DatabaseError {
      let isDamage = [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
      return isDamage ? .damaged(error.message ?? "\(error)") : .unknown(error.message ?? "\(error)")
    } catch {
      return .unknown("\(error)")
    }
  }
}
