import GazePipeline
import GazeRecording
import TestSupport
import Testing

struct TransformMatrixPortraitViewTests {
  @Test("a turned view's pose becomes the portrait view's", arguments: ScreenOrientation.allCases)
  func pointOfView(held: ScreenOrientation) {
    let found = TransformMatrix.portraitView(fromPointOfView: HeldPhone.pointOfView, in: held)
    #expect(found == HeldPhone.portraitView(held))
  }

  @Test("view x is sensor y, view y minus sensor x, bit for bit")
  func columns() {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<100 {
      let sensor = RecordedFrame.random(using: &generator).observation.frame.camera
      let view = TransformMatrix.portraitView(fromSensor: sensor)
      for row in 0..<4 {
        #expect(view[row].bitPattern == sensor[4 + row].bitPattern)
        #expect(view[4 + row].bitPattern == (-sensor[row]).bitPattern)
        #expect(view[8 + row].bitPattern == sensor[8 + row].bitPattern)
        #expect(view[12 + row].bitPattern == sensor[12 + row].bitPattern)
      }
    }
  }
}
