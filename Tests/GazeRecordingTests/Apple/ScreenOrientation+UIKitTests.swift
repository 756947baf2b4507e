import GazePipeline
import GazeRecording
import Testing

@Suite("ScreenOrientation+UIKit") struct ScreenOrientationUIKitTests {
  @Test("UIKit's raw values, by the home side: 3 is the interface's landscapeRight and the device's landscapeLeft")
  func rawValues() {
    let found = (-1...7).map { ScreenOrientation(uiKitRawValue: $0) }
    #expect(found == [nil, nil, .portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft, nil, nil, nil])
  }
}
