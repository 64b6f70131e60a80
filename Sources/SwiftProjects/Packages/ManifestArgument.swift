/// One argument of a call in a `Package.swift`.
struct ManifestArgument: Sendable {
  let label: String?
  let value: ManifestExpression
  let line: Int
}
