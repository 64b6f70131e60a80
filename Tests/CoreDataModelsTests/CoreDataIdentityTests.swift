import EntityModel
import Testing

/// Compared with the hashes that Apple's Core Data wrote.
@Suite("Core Data identities")
struct CoreDataIdentityTests {
  /// An entity of a version, with our identity and Apple's hash.
  private struct Entity: CustomStringConvertible {
    let description: String
    let identity: String?
    let hash: String
  }

  private static func entities() throws -> [Entity] {
    var found: [Entity] = []
    func add(_ model: DeclaredModel, _ hashes: [String: String], _ name: String) {
      for entity in model.entities {
        found.append(
          Entity(
            description: "\(name).\(entity.name)", identity: model.coreDataIdentity(of: entity.name),
            hash: hashes[entity.name] ?? "none"))
      }
    }
    for (name, version) in Examples.models {
      add(try Examples.model(name, version), try Examples.hashes("Hashes/\(name).\(version)"), version)
    }
    for store in Examples.stores {
      add(try Examples.storedModel(store), try Examples.hashes("Stores/\(store).hashes"), store)
    }
    return found
  }

  @Test("entities of two models or stores have equal identities exactly if Apple's hashes are equal")
  func partition() throws {
    let entities = try Self.entities()
    #expect(entities.count == 39)
    #expect(Set(entities.map(\.hash)).count == 26)
    #expect(entities.allSatisfy { $0.identity != nil && $0.hash != "none" })
    for (number, one) in entities.enumerated() {
      for other in entities.dropFirst(number + 1) {
        #expect((one.identity == other.identity) == (one.hash == other.hash), "\(one) \(other)")
      }
    }
  }

  @Test(
    "a store is opened exactly by the version it was made with",
    arguments: ["SampleModel", "SampleModel2", "SampleModel3"])
  func opening(version: String) throws {
    let model = try Examples.model("SampleModel", version)
    for store in ["SampleModel_V1", "SampleModel_V2"] {
      let comparison = CoreDataComparison(from: try Examples.storedModel(store), to: model)
      let equal = try Examples.hashes("Hashes/SampleModel.\(version)") == Examples.hashes("Stores/\(store).hashes")
      #expect((comparison.verdict == .opens) == equal)
      #expect((try Examples.storedModel(store).coreDataIdentity() == model.coreDataIdentity()) == equal)
    }
  }
}
