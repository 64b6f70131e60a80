internal import EntityModel
internal import Foundation

extension SQLLiteral {
  init(_ value: StoredValue) {
    switch value {
    case .null: self = .null
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .text(let value): self = .text(value)
    case .blob(let value): self = .blob([UInt8](value))
    }
  }
}

extension StoredValue {
  init(_ literal: SQLLiteral) {
    switch literal {
    case .null: self = .null
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .text(let value): self = .text(value)
    case .blob(let bytes): self = .blob(Data(bytes))
    }
  }
}
