import ArgumentParser
import LedgerKit

/// The part of the fixtures that `--shard` names.
enum ShardChoice: ExpressibleByArgument {
  case shard(Shard)
  /// The one that the variables of the engine name.
  case automatic

  init?(argument: String) {
    if argument == "auto" {
      self = .automatic
    } else if let shard = Shard(argument) {
      self = .shard(shard)
    } else {
      return nil
    }
  }
}

extension ShardChoice {
  /// The part.
  ///
  /// - Throws: the errors of ``EngineShard/init(_:)``, `LedgerError.file` if Bazel's status file cannot be created.
  func shard(_ variables: [String: String]) throws -> Shard {
    switch self {
    case .shard(let shard): return shard
    case .automatic:
      let found = try EngineShard(variables)
      if let file = found.statusFile { try WholeFile.write("", to: file, named: file) }
      return found.shard
    }
  }
}

/// The variables in which an engine that runs a job several times tells each run which one it is.
struct EngineShard {
  let shard: Shard
  /// A file to create, which tells Bazel that the program knows of shards.
  var statusFile: String?

  private struct Engine {
    let name: String
    let index: String
    /// The variable with the number of runs; `nil` if the engine has none.
    let count: String?
    /// The index of the first run.
    let first: Int
  }

  /// The variable with the number of runs, for engines that do not set one.
  private static let countVariable = "SCHEMALEDGER_SHARD_COUNT"

  /// In this order, the first whose index is set decides.
  private static let engines = [
    // https://docs.gitlab.com/ci/variables/predefined_variables/
    Engine(name: "GitLab", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
    // https://kubernetes.io/docs/concepts/workloads/controllers/job/#completion-mode
    Engine(name: "Kubernetes", index: "JOB_COMPLETION_INDEX", count: nil, first: 0),
    // https://docs.aws.amazon.com/batch/latest/userguide/job_env_vars.html
    Engine(name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE", first: 0),
    // https://bazel.build/reference/test-encyclopedia#initial-conditions
    Engine(name: "Bazel", index: "TEST_SHARD_INDEX", count: "TEST_TOTAL_SHARDS", first: 0),
    // https://circleci.com/docs/reference/variables/#built-in-environment-variables
    Engine(name: "CircleCI", index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", first: 0),
    // https://buildkite.com/docs/pipelines/configure/environment-variables
    Engine(name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT", first: 0),
  ]

  /// Reads the variables. `SCHEMALEDGER_SHARD` has precedence over those of engines, and Slurm over the others, since a job
  /// of a CI may start a Slurm array.
  ///
  /// - Throws: `Failure` if no variable is set, or if they do not name a part.
  init(_ variables: [String: String]) throws {
    if let text = variables["SCHEMALEDGER_SHARD"] {
      guard let shard = Shard(text) else {
        throw Failure(message: "SCHEMALEDGER_SHARD is '\(text)', and not K/N, such as 2/5", hint: nil)
      }
      self.shard = shard
      return
    }
    if variables["SLURM_ARRAY_TASK_ID"] != nil {
      shard = try Self.slurm(variables)
      return
    }
    guard let found = Self.engines.first(where: { variables[$0.index] != nil }) else {
      throw Failure(
        message: "--shard auto: no variable of an engine that runs jobs in parts is set",
        hint: "name the part: --shard 2/5, or SCHEMALEDGER_SHARD=2/5")
    }
    let name = found.count.flatMap { variables[$0] == nil ? nil : $0 } ?? Self.countVariable
    guard variables[name] != nil else {
      throw Failure(
        message: "\(found.index) of \(found.name) says which part this is, and no variable how many there are",
        hint: "set \(Self.countVariable) to the number of parts")
    }
    let index = try Self.number(found.index, in: variables)
    let count = try Self.number(name, in: variables)
    guard let shard = Shard("\(index - found.first + 1)/\(count)") else {
      throw Failure(message: "\(found.index) is \(index), and \(name) is \(count)", hint: nil)
    }
    self.shard = shard
    if found.name == "Bazel" { statusFile = variables["TEST_SHARD_STATUS_FILE"] }
  }

  /// The indices of an array may start anywhere and have a step. A list of single indices has no order to divide by.
  /// https://slurm.schedmd.com/job_array.html
  private static func slurm(_ variables: [String: String]) throws -> Shard {
    let id = try number("SLURM_ARRAY_TASK_ID", in: variables)
    let (first, last) = try (
      number("SLURM_ARRAY_TASK_MIN", in: variables), number("SLURM_ARRAY_TASK_MAX", in: variables)
    )
    let count = try number("SLURM_ARRAY_TASK_COUNT", in: variables)
    let step = max(
      1, try variables["SLURM_ARRAY_TASK_STEP"] == nil ? 1 : number("SLURM_ARRAY_TASK_STEP", in: variables))
    guard first + step * (count - 1) == last, (id - first) % step == 0,
      let shard = Shard("\((id - first) / step + 1)/\(count)")
    else {
      throw Failure(
        message: "the indices of this Slurm array, \(first) to \(last), are not a range of \(count)",
        hint: "use --array=1-\(count), or name the part: SCHEMALEDGER_SHARD=2/5")
    }
    return shard
  }

  private static func number(_ name: String, in variables: [String: String]) throws -> Int {
    guard let text = variables[name], let number = Int(text), (0...1_000_000).contains(number) else {
      throw Failure(message: "\(name) is '\(variables[name] ?? "")', and not a number", hint: nil)
    }
    return number
  }
}
