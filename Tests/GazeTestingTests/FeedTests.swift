import GazePipeline
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@testable import GazeMetrics
@testable import GazeTesting

struct TrialDriverTests {
  /// Frames of persons 1 and 0, whose lines alternate; in a closed loop it keeps the returned outputs.
  private struct Turns: Take {
    var left: [RecordedFrame]
    var isClosed = false
    var obeyed: [Double] = []

    init(_ participants: [Int]) {
      left = participants.enumerated().map { index, participant in
        RecordedFrame(
          observation: .init(
            participant: participant,
            frame: FaceFrame(time: Double(index), face: .identity, leftEye: .identity, rightEye: .identity)))
      }
    }

    var header: RecordingHeader {
      RecordingHeader(device: "iphone12mini", rate: 60, scenario: "", participants: 2, source: .recorded)
    }

    mutating func next() -> RecordedFrame? { left.isEmpty ? nil : left.removeFirst() }
    mutating func apply(_ output: PointerOutput, to frame: inout RecordedFrame) {
      obeyed.append(output.pointer?.x ?? .nan)
    }
  }

  /// A trial that lists the times that it receives; its pointer is the time plus its own number.
  private struct Listener: Trial {
    let number: Double
    var times: [Double] = []

    mutating func step(_ sample: RecordedFrame) -> PointerOutput {
      times.append(sample.time)
      let point = SIMD2(sample.time + number, 0)
      return PointerOutput(pointer: point, rawPointer: point)
    }

    mutating func finish() -> [Double] { times }
  }

  @Test("each person's samples reach only that person's trials, in order, however they alternate")
  func people() {
    var take = Turns([1, 1, 0, 1, 0])
    var (asked, begun) = ([Int](), [Int]())
    let people = TrialDriver.people(
      &take,
      number: {
        asked.append($0.participant)
        return $0.participant + 10
      },
      trials: { sample, number in
        begun.append(number)
        return [Listener(number: 0), Listener(number: Double(sample.participant))]
      }, watching: nil)
    #expect(people.map(\.number) == [10, 11])
    #expect(people.map(\.results) == [[[2, 4], [2, 4]], [[0, 1, 3], [0, 1, 3]]])
    // A person's samples may continue after another person's samples, but each person begins only once.
    #expect(asked == [1, 0, 1, 0] && begun == [11, 10])
    #expect(take.obeyed.isEmpty)
  }

  @Test("in a closed loop the first trial's output goes back, watched or not")
  func closed() {
    for isWatched in [false, true] {
      var take = Turns([0, 0])
      take.isClosed = true
      var seen: [[Double]] = []
      let watch = { (_: RecordedFrame, outputs: [PointerOutput]) in seen.append(outputs.map { $0.pointer?.x ?? .nan }) }
      let results = TrialDriver.results(
        &take, [Listener(number: 100), Listener(number: 200)] as [any Trial<RecordedFrame, PointerOutput, [Double]>],
        watching: isWatched ? watch : nil)
      #expect(take.obeyed == [100, 101])
      #expect(results.first == [0, 1])
      #expect(seen == (isWatched ? [[100, 200], [101, 201]] : []))
    }
  }

  @Test("a take without samples gives every trial's empty result")
  func empty() {
    var take = Turns([])
    let trials: [any Trial<RecordedFrame, PointerOutput, [Double]>] = [Listener(number: 0), Listener(number: 1)]
    #expect(TrialDriver.results(&take, trials) == [[], []])
  }
}
