import PostsModels
import Testing

@Suite("Plan")
struct PlanTests {
  @Test("the plan can be used")
  func valid() { #expect(PostsPlan.plan.validate() == []) }
}
