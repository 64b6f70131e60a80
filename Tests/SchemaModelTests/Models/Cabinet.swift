import SchemaModel

/// Every way to declare a property that the macros know.
enum Cabinet {
  enum Colour: String { case red, green }
  enum Shape: Codable, Equatable {
    case round(Double)
    case flat
  }
  struct Size: Codable, Hashable {
    var width: Double
    var height: Double?
  }
  protocol Labelled: PersistentModel { var label: String { get } }

  /// What evaluated defaults, so that a test can tell when.
  nonisolated(unsafe) static var evaluations = 0
  static func counted() -> Int {
    evaluations += 1
    return evaluations
  }

  @SchemaModel.Model
  final class Curio: Labelled, Identifiable {
    #Index<Curio>([\.label], [\.number, \.label])
    @SchemaModel.Attribute(.unique) var id: Int
    var label: String
    var number: Int?
    var count = Cabinet.counted()
    var colour: Colour? = .red
    var shade = Colour.green
    var shape: Shape = .flat
    var oldShape: Shape?
    var size = Size(width: 1)
    var sizes: [Size] = [Size(width: 1), Size(width: 2, height: 3)]
    var words: Set<String> = []
    var weights: [String: Double] = [:]
    private(set) var token = UUID()
    private var secret: Data? = Data([1])
    fileprivate var made = Date(timeIntervalSinceReferenceDate: 0)
    @Attribute(.transformable(by: "PointTransformer")) var points: [[Int]] = [[1], [2, 3]]
    @Attribute(.transformable(by: "SizeTransformer")) var box = Size(width: 4, height: 2)
    @Attribute(.transformable(by: "CipherTransformer")) var motto: String?
    @Attribute(.ephemeral) var hint: String?
    @Attribute(.ephemeral) var isShown: Bool = true
    var `default` = 1
    var access = 0
    @Transient var isOpen = false
    @Transient lazy var expensive = label.count
    static let limit = 3
    var title: String { "\(label) (\(id))" }
    var shout: String {
      get { label.uppercased() }
      set { label = newValue.lowercased() }
    }

    init(id: Int, label: String, number: Int? = nil) {
      self.id = id
      self.label = label
      self.number = number
    }

    init<S: StringProtocol>(_ label: S, words: some Sequence<String>) {
      self.id = 0
      self.label = String(label)
      self.words = Set(words)
      if self.words.isEmpty { self.label = title }
    }

    convenience init() { self.init(id: 7, label: "seven") }

    var hasSecret: Bool { secret == Data([1]) && made == Date(timeIntervalSinceReferenceDate: 0) }
  }

  static func container() throws -> ModelContainer {
    try ModelContainer(for: Curio.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @ModelActor actor Store {
    func add(_ label: String) throws -> PersistentIdentifier {
      let curio = Curio(id: 1, label: label)
      modelContext.insert(curio)
      try modelContext.save()
      return curio.persistentModelID
    }

    func label(of identifier: PersistentIdentifier) -> String? { self[identifier, as: Curio.self]?.label }
  }
}
