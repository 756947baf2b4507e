import GazePipeline
import Testing

@Suite("Scroll commands")
struct ScrollCommandTests {
  @Test("down is towards the page's end, a growing offset")
  func signs() {
    #expect(ScrollDirection.allCases.map(\.sign) == [-1, 0, 1])
    #expect(ScrollDirection.allCases == [.up, .none, .down])
  }

  @Test("the names used in files")
  func names() {
    #expect(ScrollDirection.allCases.map(\.rawValue) == ["up", "none", "down"])
  }

  @Test("no command moves nothing")
  func none() {
    var page = ScrollPage(contentHeight: 2000, boundsHeight: 800)
    #expect(page.apply(.none) == 0)
    #expect(page.offset == 0)
  }
}
