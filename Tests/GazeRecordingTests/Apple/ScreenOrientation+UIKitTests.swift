import GazePipeline
import GazeRecording
import TestSupport
import Testing

struct ScreenOrientationUIKitTests {
  @Test("UIKit's raw values: 3 is interface landscapeRight and device landscapeLeft")
  func rawValues() {
    let found = (-1...7).map { ScreenOrientation(uiKitRawValue: $0) }
    #expect(found == [nil, nil, .portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft, nil, nil, nil])
  }
}
