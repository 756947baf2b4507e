import Foundation
import GazeMetrics
import GazePipeline
import TestSupport
import Testing

@testable import Calibrate

struct StillestWindowsTests {
  private func stillest(_ take: TakeBuilder) -> StillestWindows {
    var windows = StillestWindows()
    for glance in take.glances { windows.add(glance, isBlinking: false) }
    windows.finish()
    return windows
  }

  @Test("white noise gives its SD, √2 of it as RMS-S2S, no correlation")
  func white() {
    var random = SeededGenerator(seed: 3)
    var take = TakeBuilder(seconds: 200)
    let noise = (0..<12_000).map { _ in random.normalPair() * 0.002 }
    // A rest of twenty seconds in every hundred, otherwise a swing.
    take.eye = { t in
      let i = Int((t * 60).rounded())
      return noise[min(i, 11_999)] + (t.truncatingRemainder(dividingBy: 100) < 20 ? .zero : SIMD2(0.2 * sin(3 * t), 0))
    }
    let windows = stillest(take)
    // The stillest tenth of the windows counts, and the two rests contain more than a tenth. Of overlapping windows one
    // is kept, so there is one window in each 1 to 1.75 s.
    #expect((115...200).contains(windows.windows) && windows.stillest.count == windows.windows / 10)
    #expect(windows.stillest.allSatisfy { $0.start.truncatingRemainder(dividingBy: 100) < 19.1 })
    let rows = windows.characteristics
    // With a dozen windows of 60 samples, the mean SD has a standard error of 3 %, and the stillest windows have low
    // SDs.
    #expect((1.5...2.1).contains(rows["stillSTDYaw"].number) && (1.5...2.1).contains(rows["stillSTDPitch"].number))
    expectNear(rows["stillRMSS2SYaw"].number / rows["stillSTDYaw"].number, 1.41, 0.15)
    #expect(abs(rows["stillLag1Yaw"].number) < 0.2)
    #expect(rows["stillSTDYaw"].isUpperBound && rows["stillSTDYaw"].unit == "mrad")
  }

  @Test("windows do not overlap, and contain no losses, gaps or blinks")
  func clean() {
    var take = TakeBuilder(seconds: 60)
    take.isTracked = { t in !(10..<10.1).contains(t) }
    let windows = stillest(take)
    let starts = windows.stillest.map(\.start).sorted()
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 >= 0.999 })
    // To a frame, a window of 1 s ends before the loss or begins after it.
    #expect(starts.allSatisfy { $0 >= 10.1 || $0 <= 9.02 })
    var blinking = StillestWindows()
    for glance in take.glances { blinking.add(glance, isBlinking: true) }
    blinking.finish()
    #expect(blinking.windows == 0 && blinking.characteristics["stillSTDYaw"].value == nil)
  }

  @Test("a clock that does not advance does not fill the memory")
  func hostile() {
    var windows = StillestWindows()
    let frame = TakeBuilder().frame(1)
    for i in 0..<5000 {
      var other = frame
      other.leftEye.columns.3.x += Float(i) * 1e-6
      if let glance = FrameGlance(other, after: nil) { windows.add(glance, isBlinking: false) }
    }
    windows.finish()
    #expect(windows.windows == 0)
  }
}
