internal import HashTreeCollections
internal import SQLiteSyntax

/// A dictionary by name whose copies share what they have in common, so that a schema for each statement of a long script
/// takes little memory.
struct NamedObjects<Object: Sendable>: Sendable, Sequence {
  private var objects: TreeDictionary<Identifier, Object>

  init() { objects = [:] }

  fileprivate init(objects: TreeDictionary<Identifier, Object>) { self.objects = objects }

  subscript(name: Identifier) -> Object? {
    get { objects[name] }
    set { objects[name] = newValue }
  }

  var isEmpty: Bool { objects.isEmpty }
  var names: Set<Identifier> { Set(objects.keys) }
  var values: [Object] { objects.map(\.value) }

  func makeIterator() -> AnyIterator<(name: Identifier, object: Object)> {
    var elements = objects.makeIterator()
    return AnyIterator { elements.next().map { ($0.key, $0.value) } }
  }

  func mapValues<Other>(_ transform: (Object) -> Other) -> NamedObjects<Other> {
    NamedObjects<Other>(objects: objects.mapValues(transform))
  }

  mutating func removeAll(where isRemoved: (Identifier) -> Bool) {
    objects = objects.filter { !isRemoved($0.key) }
  }
}
