import Testing

@testable import GazePipeline

struct ScrollCommandTests {
  @Test("down is towards the page's end")
  func signs() {
    #expect(ScrollDirection.allCases.map(\.sign) == [-1, 0, 1])
    #expect(ScrollDirection.allCases.map(\.rawValue) == ["up", "none", "down"])
  }
}
