import GazePipeline
import GazeRecording
import TestSupport
import Testing

struct SessionNewsTests {
  @Test("each change is news once; after the end nothing is armed or wanted")
  func once() {
    var news = SessionNews()
    #expect(news.changes(armed: .none, wantsDot: false) == [])
    #expect(news.changes(armed: .down, wantsDot: true) == [.armed(.down), .wantsDot(true)])
    #expect(news.changes(armed: .down, wantsDot: true) == [])
    #expect(news.end() == [.armed(.none), .wantsDot(false)])
    #expect(news.end() == [])
    #expect(news.changes(armed: .none, wantsDot: true) == [.wantsDot(true)])
  }
}
