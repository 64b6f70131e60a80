/// Why bytes are not a property list.
struct PropertyListError: Error {
  let line: Int
  let reason: ProjectProblem.Reason
}
