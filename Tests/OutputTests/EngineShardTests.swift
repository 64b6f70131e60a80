import Testing

@testable import SchemaledgerProgram

@Suite("--shard auto")
struct EngineShardTests {
  @Test(
    "each engine names the part in its own variables",
    arguments: [
      (["SCHEMALEDGER_SHARD": "2/5", "CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "9"], "2/5"),
      (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3"], "1/3"), (["CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "3"], "3/3"),
      (["JOB_COMPLETION_INDEX": "0", "SCHEMALEDGER_SHARD_COUNT": "4"], "1/4"),
      (["AWS_BATCH_JOB_ARRAY_INDEX": "9", "AWS_BATCH_JOB_ARRAY_SIZE": "10"], "10/10"),
      (["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "2"], "2/2"),
      (["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "1"], "1/1"),
      (["BUILDKITE_PARALLEL_JOB": "2", "BUILDKITE_PARALLEL_JOB_COUNT": "8"], "3/8"),
      (slurm(1, 1, 8, 8), "1/8"), (slurm(8, 1, 8, 8), "8/8"), (slurm(0, 0, 3, 4), "1/4"),
      (slurm(14, 2, 14, 4, step: 4), "4/4"),
      (slurm(6, 2, 14, 4, step: 4), "2/4"), (slurm(5, 5, 5, 1), "1/1"),
      (slurm(3, 1, 8, 8).merging(["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2"]) { $1 }, "3/8"),
    ])
  func found(variables: [String: String], shard: String) throws {
    #expect(try "\(EngineShard(variables).shard)" == shard)
  }

  private static func slurm(
    _ id: Int, _ first: Int, _ last: Int, _ count: Int, step: Int = 1
  ) -> [String: String] {
    [
      "SLURM_ARRAY_TASK_STEP": "\(step)",
      "SLURM_ARRAY_TASK_ID": "\(id)", "SLURM_ARRAY_TASK_MIN": "\(first)", "SLURM_ARRAY_TASK_MAX": "\(last)",
      "SLURM_ARRAY_TASK_COUNT": "\(count)",
    ]
  }

  @Test(
    "nothing is guessed",
    arguments: [
      [:], ["SCHEMALEDGER_SHARD": "6/5"], ["SCHEMALEDGER_SHARD": ""], ["CI_NODE_TOTAL": "3"],
      ["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "3"], ["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "3"],
      ["JOB_COMPLETION_INDEX": "0"], ["JOB_COMPLETION_INDEX": "x", "SCHEMALEDGER_SHARD_COUNT": "4"],
      ["JOB_COMPLETION_INDEX": "4", "SCHEMALEDGER_SHARD_COUNT": "4"], ["SLURM_ARRAY_TASK_ID": "1"],
      slurm(3, 1, 7, 3), slurm(7, 1, 7, 3), slurm(9, 1, 8, 8),
    ])
  func refused(variables: [String: String]) {
    #expect(throws: Failure.self) { try EngineShard(variables) }
  }

  @Test("Bazel's status file is created")
  func bazel() throws {
    let variables = ["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "2", "TEST_SHARD_STATUS_FILE": "/a/file"]
    #expect(try EngineShard(variables).statusFile == "/a/file")
  }
}
