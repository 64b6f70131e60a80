/// Why a project file as a whole could not be read.
struct ProjectParsingError: Error {
  let problem: ProjectProblem
}
