import Foundation

// What the head of the generated file asks for.

extension SchemaV1_2_0 {
  struct Colour: Codable {
    var red: Double
  }

  enum Level: Int, Codable {
    case low = 1
    case high
  }

  enum Limits {
    static let visits = 1000
  }

  enum Shape: Codable, Equatable {
    case flat
    case round(Double)
  }

  enum State: String, Codable { case open, closed }
}

extension SchemaV1_2_0.Item {
  enum Phase: String, Codable { case new, used }
}
