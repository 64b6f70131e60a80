import GitStore
import TestSupport
import Testing

@Suite("Identity")
struct IdentityTests {
  private let now = GitTime(seconds: 1_750_000_000, offsetMinutes: 120)

  @Test("the environment comes before the configuration, the role before the user")
  func order() throws {
    let sandbox = try Sandbox()
    try sandbox.git("config", "user.name", "User")
    try sandbox.git("config", "user.email", "user@example.com")
    let repository = try sandbox.open()
    #expect(
      try repository.authorIdentity(environment: Environment(), now: now)
        == Identity(name: "User", email: "user@example.com", time: now))
    try sandbox.git("config", "committer.name", "Committer")
    let environment = Environment([
      "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_DATE": "@1700000000 +0100", "GIT_COMMITTER_EMAIL": "c@example.com",
      "GIT_COMMITTER_NAME": "",
    ])
    #expect(
      try sandbox.open().authorIdentity(environment: environment, now: now)
        == Identity(name: "Ada", email: "user@example.com", seconds: 1_700_000_000, offsetMinutes: 60))
    #expect(
      try sandbox.open().committerIdentity(environment: environment, now: now)
        == Identity(name: "Committer", email: "c@example.com", time: now))
  }

  @Test("without an identity, the error says what to configure")
  func none() throws {
    let sandbox = try Sandbox()
    let repository = try sandbox.open()
    let error = #expect(throws: GitError.noIdentity(.author)) {
      try repository.authorIdentity(environment: Environment(["GIT_AUTHOR_NAME": "Ada"]), now: now)
    }
    #expect(error?.hint?.contains("git config --global user.name") == true)
    #expect(throws: GitError.noIdentity(.committer)) {
      try repository.committerIdentity(environment: Environment(), now: now)
    }
  }

  @Test("an invalid date is reported with its variable")
  func date() throws {
    let environment = Environment([
      "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_AUTHOR_DATE": "soon",
    ])
    let sandbox = try Sandbox()
    #expect(throws: GitError.invalidDate(variable: "GIT_AUTHOR_DATE", value: "soon")) {
      try sandbox.open().authorIdentity(environment: environment, now: now)
    }
  }

  @Test("a name that is not valid in a commit is rejected", arguments: [("", "a@b"), ("A <x>", "a@b"), ("  ", "a@b")])
  func invalid(_ name: String, _ email: String) async throws {
    let sandbox = try Sandbox()
    let identity = Identity(name: name, email: email, time: now)
    await #expect(throws: GitError.invalidIdentity(name: name, email: email)) {
      try await sandbox.open().commit(
        [.write(path: "a", bytes: [])], message: "x", onto: .unborn(branch: "main"), author: identity, committer: ada)
    }
    #expect(!sandbox.exists("a"))
  }
}
