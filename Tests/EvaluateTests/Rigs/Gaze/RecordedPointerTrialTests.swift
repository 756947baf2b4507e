import Documents
import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate
@testable import Inspection

@Suite struct RecordedPointerTrialTests {
  private let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private func recorded() throws -> Pipeline<GazeRig> { try GazeRig.pipeline(named: "recorded") }

  /// The path of a recording whose loop the pipeline `standard` closed.
  private func closed() async throws -> String {
    let run = try Run.mini([.reading], participants: 2, duration: 20, personCalibration: .none)
    let path = scratch("closed.jsonl")
    try await RecordingRun(closing: run, jobs: 1).write(to: path)
    return path
  }

  private func report(
    _ path: String, _ pipeline: Pipeline<GazeRig>, limits: [AccuracyGate] = [],
    _ change: (inout RecordedFrame) -> Void = { _ in }
  ) async throws -> Report<GazeRig> {
    var run = RecordedRun<GazeRig>(profile: try .mini(), pipeline: pipeline)
    run.limits = limits
    var reader = try RecordingReader(path: path)
    var frames: [RecordedFrame] = []
    while var frame = try reader.next() {
      change(&frame)
      frames.append(frame)
    }
    try run.add(reader.header, frames)
    return try await run.evaluation()
  }

  /// Every key and value of a report's JSON except the pipeline's name and smoothing.
  private func figures(_ report: Report<GazeRig>) throws -> NSDictionary {
    var object = try jsonObject(report)
    var pointer = try #require(object["pointer"] as? [String: Any])
    for key in ["pipeline", "smoothing"] { object[key] = nil }
    pointer["smoothing"] = nil
    object["pointer"] = pointer
    return object as NSDictionary
  }

  @Test("a recorded pointer of standard gives standard's figures to the last digit")
  func sameAsStandard() async throws {
    let path = try await closed()
    let (own, app) = (try await report(path, .standard), try await report(path, recorded()))
    #expect(try figures(own) == figures(app))
    #expect(try #require(app.value(medianError)) > 0)
    #expect(app.value("pointer.raw.errorPoints.median") != nil)
    #expect(app.pipeline == "recorded" && app.smoothing == "the app's own")
  }

  @Test("without the unsmoothed pointer its figures are unknown, and the others are as before")
  func withoutRaw() async throws {
    let path = try await closed()
    let own = try await report(path, .standard)
    let app = try await report(path, recorded()) { $0.observation.app.rawPointer = nil }
    #expect(app.value("pointer.raw.errorPoints.median") == nil)
    #expect(app.value("pointer.raw.latencyMilliseconds") == nil)
    #expect(app.value(medianError) == own.value(medianError))
  }

  @Test("distances and scrolls that the recording does not state have no figures")
  func unknownScrolls() async throws {
    let path = try await closed()
    let (points, recall) = ("scroll.offScreenScrollPointsPerMinute", "scroll.falsePerMinute")
    func scrolling(_ frame: inout RecordedFrame) {
      if frame.observation.app.scroll != nil, Int(frame.time) % 3 == 0 { frame.observation.app.scroll = .down }
      frame.observation.app.scrollPoints = nil
    }
    let direction = try await report(path, recorded(), scrolling)
    #expect(direction.figure(points)?.value == nil && direction.figure(recall)?.value != nil)
    let nothing = try await report(path, recorded()) { $0.observation.app.scroll = nil }
    #expect(nothing.figure(points)?.value == nil && nothing.figure(recall)?.value == nil)
  }

  @Test("a recording without a pointer, and simulated people, are refused with what to do")
  func refusals() async throws {
    let run = try Run.mini(participants: 1, duration: 2, pipeline: try recorded())
    await #expect { _ = try await run.evaluation(jobs: 1) } throws: { "\($0)".contains("--input FILE") }
    let path = scratch("plain.jsonl")
    try await RecordingRun(run.simulation, jobs: 1).write(to: path)
    let found = await #expect(throws: FileError.self) { try await report(path, recorded()) }
    #expect(found?.description.contains("a.jsonl: field \"pointer\": no tracked frame holds a pointer") == true)
  }

  @Test("a gate on a recorded pointer has no correctness stage and says so in every format")
  func gate() async throws {
    let path = try await closed()
    let limit = AccuracyGate.most(medianError, 1)
    let report = try await report(path, recorded(), limits: [limit])
    #expect(report.correctness == nil)
    for text in [report.document().details().joined(), report.markdown, report.html] {
      #expect(text.contains("correctness: left out"))
    }
    #expect(try jsonText(report).contains("correctnessOmitted"))
  }

  /// A recording of a pointer without faces, as a table of gaze becomes: 8 pt to the right of nine targets.
  private func faceless(distance: Double?) throws -> String {
    var header = RecordingHeader(
      device: "iphone12mini", rate: 60, scenario: "recorded", participants: 1, source: .recorded)
    header.eyeDistance = distance
    let path = scratch(distance == nil ? "gaze.jsonl" : "gaze-at-a-distance.jsonl")
    var writer = try SampleWriter<RecordedFrame>(path: path, header: header)
    for row in 0..<9 * 90 {
      var frame = RecordedFrame(time: Double(row) / 60, participant: 0)
      let target = SIMD2([60.0, 187.5, 315][row / 90 % 3], [100.0, 406, 700][row / 270])
      (frame.observation.target, frame.observation.app.pointer) = (target, target + SIMD2(8, 0))
      try writer.write(frame)
    }
    try writer.close()
    return path
  }

  @Test("a pointer without faces has its error in degrees where the distance is stated, and no check of faces speaks")
  func withoutFaces() async throws {
    let profile = try DeviceProfile.mini()
    for distance in [0.35, nil] {
      let path = try faceless(distance: distance)
      var run = RecordedRun<GazeRig>(profile: profile, pipeline: try recorded())
      run.runsDoctor = true
      try run.add(SampleReader<RecordedFrame>(path: path, ordered: true), path: path)
      let report = try await run.evaluation(path: path)
      #expect(report.recordingFaults == [] && report.warnings.isEmpty)
      expectNear(report.value("pointer.targetErrorPoints.median"), 8, 0.05)
      if distance == nil {
        #expect(report.value("pointer.targetErrorDegrees.median") == nil)
      } else {
        // 8 pt of the 12 mini are 1.2294 mm; seen from 350 mm, at most 12° aside.
        let degrees = try #require(report.value("pointer.targetErrorDegrees.median"))
        let straight: Double = atan2(8 * profile.geometry.metres.x / 375, 0.35) * 180 / .pi
        #expect(degrees < straight + 0.001 && degrees > straight * 0.95, "\(degrees) \(straight)")
      }
      let doctor = try Doctor.report(path: path) { _ in profile }
      #expect(doctor.findings.isEmpty)
      #expect(doctor.checked.contains { $0.sentence.hasPrefix("The recording has a pointer and no faces") })
      let standard = message {
        var run = RecordedRun<GazeRig>(profile: profile)
        run.runsDoctor = true
        try run.add(SampleReader<RecordedFrame>(path: path, ordered: true), path: path)
      }
      let remedy = "judge the pointer with 'gazesim evaluate --pipeline recorded'"
      #expect(standard?.contains(remedy) == true, "\(standard ?? "")")
    }
  }

  @Test("points beyond any screen are as if the app had drawn none")
  func farPoints() throws {
    let setup = Setup(upright: try .mini())
    var trial = RecordedPointerTrial(setup, participant: 0)
    var frame = RecordedFrame(time: 0, participant: 0)
    frame.observation.app.pointer = SIMD2(1e300, 0)
    #expect(trial.step(frame).pointer == nil)
    #expect(trial.finish().validFrames == 0)
  }
}
