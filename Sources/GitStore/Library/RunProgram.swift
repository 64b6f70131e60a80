internal import Subprocess

#if canImport(System)
  internal import System
#else
  internal import SystemPackage
#endif

/// Runs a signing program with a file as its standard input. With a pipe, writing after the program has exited would end
/// this process with SIGPIPE, and a library should not change signal handling.
///
/// - Throws: ``GitError/signingFailed(program:output:)`` if it cannot be started or its exit status is not 0.
func runProgram(
  _ program: String, _ arguments: [String], input file: String
) async throws(GitError) -> (output: String, error: String) {
  let result = try await resultOfProgram(program, arguments, input: file)
  guard result.isSuccess else { throw .signingFailed(program: program, output: result.error.trimmed) }
  return (result.output, result.error)
}

/// Like ``runProgram(_:_:input:)``, for a program whose exit status is an answer.
func resultOfProgram(
  _ program: String, _ arguments: [String], input file: String
) async throws(GitError) -> (isSuccess: Bool, output: String, error: String) {
  do {
    let input = try FileDescriptor.open(file, .readOnly, options: .closeOnExec)
    let result = try await Subprocess.run(
      program.contains("/") ? .path(FilePath(program)) : .name(program), arguments: Arguments(arguments),
      input: .fileDescriptor(input, closeAfterSpawningProcess: true), output: .string(limit: 1 << 20),
      error: .string(limit: 1 << 20))
    return (result.terminationStatus.isSuccess, result.standardOutput, result.standardError)
  } catch {
    throw .signingFailed(program: program, output: "\(error)")
  }
}
