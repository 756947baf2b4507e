import Testing

@testable import Inspection
@testable import GazeRecording

@Suite struct FileFaultsTests {
  @Test("each count that shows a fault gives a sentence, and a good recording none")
  func sentences() {
    var header = RecordingHeader(
      device: "iphone12mini", rate: 60, scenario: "recorded", participants: 1, source: .recorded)
    func faults(people: Int = 1, frames: Int = 30, rate: Double = 60, same: Int = 0, back: Int = 0) -> [String] {
      var counts = FrameQuality()
      (counts.people, counts.frames, counts.rate, counts.sameTime, counts.runsBack) = (people, frames, rate, same, back)
      return FileFaults.any(header, counts)
    }
    #expect(faults().isEmpty && faults(rate: 58).isEmpty)
    #expect(faults(frames: 0) == ["holds no frame"])
    #expect(faults(rate: 30) == ["frames come at 30.00 Hz, the header says 60.00 Hz"])
    #expect(faults(same: 2) == ["2 frames at the same time as the frame before"])
    #expect(faults(back: 1).first?.hasPrefix("time runs back once: ") == true)
    header.participants = 2
    #expect(faults() == ["1 of the header's 2 participants have frames"])
    #expect(FileFaults.cutOff(header).hasPrefix("ends in the middle of a frame"))
  }
}
