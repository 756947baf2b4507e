private import GazeMetrics
package import GazePipeline
package import GazeRecording
package import GazeSimulation
import GazeTesting

/// The output of several pipelines on a recording, computed frame by frame, without any truth.
package struct Replay: Sendable {
  /// Result of a replay.
  package struct Report: Encodable {
    /// Figures of one pipeline.
    struct Pipeline: Encodable {
      /// Its name.
      var pipeline: String
      /// Number of scrolls that the pipeline would have made.
      var scrolls: Int
      /// Number of scrolls towards the beginning.
      var up: Int
      /// Number of scrolls towards the end.
      var down: Int
      /// Total length of the scrolls, points.
      var pointsScrolled: Double
      /// Number of scrolls per minute.
      var scrollsPerMinute: Double?
      /// Share of the frames in which the pointer was held.
      var heldShare: Double?
      /// Share of the frames with the pointer on the screen.
      var onScreenShare: Double?
    }

    /// `gazesim.replay`.
    var schema = "gazesim.replay"
    /// Version of this layout.
    var version = 1
    /// The device's identifier.
    var device: String
    /// `simulated` or `recorded`.
    var source: String
    /// Number of frames.
    package var frames: Int
    /// Number of people with frames.
    var people: Int
    /// Number of recording sessions: one per person.
    var sessions: Int
    /// Time from the first frame to the last, summed over people.
    var seconds: Double
    /// Nominal frame rate, Hz.
    var rate: Double
    /// 1 − frames with a face / frames expected.
    var dataLoss: Double?
    /// Number of blinks: closures of both lids beyond one half.
    var blinks: Int
    /// Blinks per minute of the time in which a face is tracked.
    var blinksPerMinute: Double?
    /// Assumptions for values that the source does not contain.
    var assumptions: [String]
    /// Errors of the 2018 article's angles.
    var lineOfSight: LineOfSightErrors
    /// Figures by pipeline.
    var pipelines: [Pipeline]

    /// The fault of a replay of the recorded pointer if no frame holds one; nil otherwise.
    package var fault: String? {
      let isAbsent = pipelines.contains { $0.pipeline == GazeRig.facts.recorded?.name && $0.heldShare == 1 }
      return isAbsent
        ? RecordedPointerTrial.absence("without --pipeline, replay shows what the pipelines would do") : nil
    }
  }

  /// Counts of a pipeline.
  private struct Counts: Sendable {
    var up = 0
    var down = 0
    var points = 0.0
    var held = 0
    var onScreen = 0

    mutating func add(_ event: ScrollEvent?) {
      guard let event else { return }
      if event.direction == .up { up += 1 } else { down += 1 }
      points += event.distance
    }

    static func += (sum: inout Counts, counts: Counts) {
      sum.up += counts.up
      sum.down += counts.down
      sum.points += counts.points
      sum.held += counts.held
      sum.onScreen += counts.onScreen
    }
  }

  private struct Runner: Sendable {
    /// The pipeline; nil for the pointer that the recording holds.
    var pipeline: (any PointerPipeline & Sendable)?
    /// True once the recording has stated an unsmoothed pointer.
    var statesRaw = false
    var events = ScrollEventBuilder()
    var counts = Counts()

    /// The output on a frame. A recording that never states an unsmoothed pointer does not say in which frames its
    /// pointer was held; there, only a missing pointer counts.
    mutating func step(_ observation: RecordedFrame.Observation, on screen: ScreenGeometry) -> PointerOutput {
      let output = pipeline?.step(observation.frame) ?? observation.app.output
      statesRaw = statesRaw || pipeline != nil || output.rawPointer != nil
      if (statesRaw ? output.rawPointer : output.pointer) == nil { counts.held += 1 }
      if let pointer = output.pointer, screen.contains(pointer) { counts.onScreen += 1 }
      counts.add(
        events.step(
          time: observation.frame.time, direction: output.scroll.direction, distance: output.scroll.distance))
      return output
    }
  }

  /// State of one person, kept separately since the frames of several people may alternate.
  private struct Person: Sendable {
    var runners: [Runner]
    let firstTime: Double
    var lastTime: Double
    var isBlinking = false
  }

  private let header: RecordingHeader
  private let profile: DeviceProfile
  private let calibration: CalibrationFile?
  private let used: [Evaluate.Pipeline<GazeRig>]
  /// Frame of the axes of the line of sight's angles.
  let axes: LineOfSight.Axes
  private var people: [Int: Person] = [:]
  private var frames = 0
  private var tracked = 0
  private var blinks = 0
  private var sight: LineOfSightErrors.Tally
  private var timeline = ReplayTimeline()

  /// The screen that the pipelines assume.
  let geometry: ScreenGeometry

  /// A replay before its first frame.
  package init(
    header: RecordingHeader, profile: DeviceProfile, calibration: CalibrationFile?,
    pipelines: [Evaluate.Pipeline<GazeRig>],
    axes: LineOfSight.Axes = .world
  ) {
    (self.header, self.profile, self.calibration, self.axes) = (header, profile, calibration, axes)
    used = pipelines
    sight = LineOfSightErrors.Tally(axes: axes)
    geometry = profile.geometry(header, calibration)
  }

  /// Adds a frame and returns the outputs.
  @discardableResult
  package mutating func step(_ observation: RecordedFrame.Observation) -> ReplayMoment {
    let frame = observation.frame
    frames += 1
    if frame.isTracked { tracked += 1 }
    let lineOfSight = LineOfSight(frame, axes: axes)
    sight.add(lineOfSight, camera: frame.camera)
    // The person is removed from the dictionary and put back, so that the person's pipelines are mutated in place.
    var person =
      people.removeValue(forKey: observation.participant) ?? self.person(observation.participant, at: frame.time)
    person.lastTime = frame.time
    let isClosed = frame.isTracked && min(frame.blink.x, frame.blink.y) > 0.5
    if isClosed, !person.isBlinking { blinks += 1 }
    person.isBlinking = isClosed
    let outputs = used.indices.map { index in
      ReplayMoment.Pipeline(name: used[index].name, output: person.runners[index].step(observation, on: geometry))
    }
    people[observation.participant] = person
    return ReplayMoment(
      unit: frames, seconds: timeline.place(frame.time, of: observation.participant), observation: observation,
      lineOfSight: lineOfSight, pipelines: outputs)
  }

  /// New pipelines with the person's own calibration.
  private func person(_ participant: Int, at time: Double) -> Person {
    let known = calibration?.participant(participant, person: header.identifier(of: participant))
    let setup = Setup(profile: profile, header: header, calibration: calibration, participant: known)
    return Person(
      runners: used.map { Runner(pipeline: $0.engine.isRecorded ? nil : $0.pointer(setup)) },
      firstTime: time, lastTime: time)
  }

  /// The result of the frames so far.
  package mutating func finish() -> Report {
    var counts = used.map { _ in Counts() }
    var seconds = 0.0
    for number in people.keys.sorted() {
      guard var person = people[number] else { continue }
      // The difference of two times in a file of unknown origin may not be finite.
      seconds += min(max(person.lastTime - person.firstTime, 0), 1e12)
      for index in person.runners.indices {
        person.runners[index].counts.add(person.runners[index].events.finish())
        counts[index] += person.runners[index].counts
      }
    }
    let number = people.count
    people = [:]
    let minutes = seconds / 60
    func rate(_ count: Int) -> Double? { minutes > 0 ? Double(count) / minutes : nil }
    func share(_ count: Int) -> Double? { frames > 0 ? Double(count) / Double(frames) : nil }
    let expected = max((seconds * header.rate).rounded() + 1, Double(frames))
    return Report(
      device: profile.id, source: header.source.rawValue, frames: frames, people: number, sessions: number,
      seconds: seconds, rate: header.rate,
      dataLoss: frames > 0 ? 1 - Double(tracked) / expected : nil, blinks: blinks, blinksPerMinute: rate(blinks),
      assumptions: header.assumptions, lineOfSight: sight.errors,
      pipelines: zip(used, counts).map { pipeline, counts in
        Report.Pipeline(
          pipeline: pipeline.name, scrolls: counts.up + counts.down, up: counts.up, down: counts.down,
          pointsScrolled: counts.points, scrollsPerMinute: rate(counts.up + counts.down),
          heldShare: share(counts.held), onScreenShare: share(counts.onScreen))
      })
  }
}
