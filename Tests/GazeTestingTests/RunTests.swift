import GazePipeline
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@testable import GazeMetrics
@testable import GazeTesting

struct FeedTests {
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
    mutating func obey(_ output: PointerOutput, to frame: inout RecordedFrame) {
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
    let people = Feed.people(
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
      let results = Feed.results(
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
    #expect(Feed.results(&take, trials) == [[], []])
  }
}

struct JudgingTests {
  private let error = "pointer.errorPoints.median"

  private func estimate(_ lower: Double, _ upper: Double) throws -> PeopleEstimate {
    let interval = try #require(ConfidenceInterval(lower, upper))
    return PeopleEstimate(value: (lower + upper) / 2, interval: .interval(interval), people: 20)
  }

  @Test("limits and other gates are one family, each evaluated by its own index")
  func family() throws {
    let limits = [AccuracyGate(metric: error, limit: 100, direction: .max)]
    let other = AccuracyGate(metric: "scroll.f1", limit: -0.05, direction: .min)
    var judging = try Judging<PersonResult>(limits, beside: [other], GateAnalyses(first: 20, most: 40))
    var asked: [Int] = []
    let fine = try estimate(10, 20)
    judging.look(people: 20) { metric, _ in
      #expect(metric.name == error)
      return fine
    } others: { index, _ in
      asked.append(index)
      return nil
    }
    #expect(judging.count == 2 && asked == [0] && judging.taken == 1 && judging.verdict == .inconclusive)
    #expect(judging.results { _ in fine }.map(\.verdict) == [.pass])
    #expect(judging.other(0).verdict == .inconclusive)
    // The other gates may still be decided with more people.
    #expect(!judging.isOver { _ in true } && !judging.isOver { _ in false })
  }

  @Test("it is over with a verdict, and if nobody has the undecided figures")
  func over() throws {
    let limits = [
      AccuracyGate(metric: error, limit: 15, direction: .max),
      AccuracyGate(metric: "scroll.f1", limit: 0.5, direction: .min),
    ]
    var judging = try Judging<PersonResult>(limits, GateAnalyses(first: 20, most: 160))
    let fine = try estimate(10, 12)
    judging.look(people: 20) { metric, _ in metric.name == error ? fine : nil }
    #expect(!judging.isOver { _ in true })
    #expect(judging.isOver { $0.name == error }, "nobody scrolls, and nobody would among more people")
    var failing = try Judging<PersonResult>(limits, GateAnalyses(first: 20, most: 160))
    let bad = try estimate(30, 40)
    failing.look(people: 20) { metric, _ in metric.name == error ? bad : nil }
    #expect(failing.verdict == .fail && failing.isOver { _ in true })
  }
}

struct PersonResultTests {
  private func result(seconds: Double, latency: Double?, errors: [Double], valid: Int) -> PersonResult {
    var result = PersonResult(participant: 2)
    (result.seconds, result.latency) = (seconds, latency)
    for error in errors { result.errorPoints.add(error) }
    (result.frames, result.expectedFrames, result.validFrames) = (10, 20, valid)
    return result
  }

  @Test("two scenarios of one person are as one longer one")
  func merge() {
    var joined = result(seconds: 10, latency: 0.1, errors: [1, 2], valid: 5)
    joined.merge(result(seconds: 30, latency: 0.2, errors: [6], valid: 15))
    #expect(joined.participant == 2)
    #expect(joined.seconds == 40)
    #expect(joined.frames == 20)
    #expect(joined.dataLoss == 0.5)
    #expect(joined.errorPoints.count == 3)
    expectNear(joined.errorPoints.mean, 3, 1e-12)
    // Weighted by their lengths: (0.1 · 10 + 0.2 · 30) / 40.
    expectNear(joined.latency, 0.175, 1e-12)
  }

  @Test("a lag that only one scenario has is kept, and zero seconds give no NaN")
  func latencies() {
    let with = result(seconds: 10, latency: 0.1, errors: [], valid: 0)
    let without = result(seconds: 10, latency: nil, errors: [], valid: 0)
    for (a, b) in [(with, without), (without, with)] {
      var joined = a
      joined.merge(b)
      #expect(joined.latency == 0.1)
    }
    var timeless = result(seconds: 0, latency: 0.1, errors: [], valid: 0)
    timeless.merge(timeless)
    #expect(timeless.latency == 0.1)
  }

  @Test("a person for whom tracking fails in one scenario is failing")
  func failing() {
    var joined = PersonResult(participant: 0)
    var other = joined
    other.isFailing = true
    joined.merge(other)
    #expect(joined.isFailing)
  }

  @Test("without frames there are no figures")
  func empty() {
    let empty = PersonResult(participant: 0)
    #expect(empty.dataLoss == nil)
    #expect(empty.accuracyDegrees == nil)
    #expect(empty.precisionRMSS2SDegrees == nil)
    #expect(empty.precisionSTDDegrees == nil)
    #expect(empty.bceaDegrees2 == nil)
  }

  @Test("a condensed person has the same metrics")
  func condensed() throws {
    let phone = try NominalPhone(device: "iphone12mini")
    let simulation = Simulation(device: phone, scenario: .reading, participants: 1, duration: 30)
    let person = simulation.result(try StandardPipeline(device: "iphone12mini"))
    var condensed = person
    condensed.condense()
    #expect(condensed != person)
    for metric in GazeMetric.all {
      let (part, kept) = (metric.part(of: person), metric.part(of: condensed))
      #expect(part.numerator == kept.numerator && part.denominator == kept.denominator, "\(metric.name)")
    }
  }
}
