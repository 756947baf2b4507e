import GazePipeline
import GazeRecording
import Testing

@testable import Evaluate

/// A stage whose clock is advanced by waiting, with keys at set times and a record of the pictures.
private final class Script {
  var now = Duration.zero
  var keys: [(at: Duration, key: ReplayKey)] = []
  /// Unit, elapsed text and state of each picture.
  var shown: [(at: Duration, lines: [String])] = []
  /// Excess of each wait over the requested time.
  var overshoot = Duration.zero
  /// Suspensions of the process without a notice: their start and duration.
  var absences: [(at: Duration, length: Duration)] = []
}

private struct FakeStage: ReplayStage {
  let script: Script
  var size = (columns: 80, rows: 24)

  func now() -> Duration { script.now }

  mutating func keys(within time: Duration) -> [ReplayKey] {
    // Checking for keys takes some time; otherwise a player that polls forever would hang.
    let end = script.now + max(time, .microseconds(20))
    if let absence = script.absences.first, absence.at <= end {
      script.absences.removeFirst()
      script.now = end + absence.length
      return []
    }
    guard let next = script.keys.first, next.at <= end else {
      script.now = end + (time > .zero ? script.overshoot : .zero)
      return []
    }
    script.keys.removeFirst()
    script.now = max(script.now, next.at)
    return [next.key]
  }

  mutating func show(_ picture: TextCanvas) { script.shown.append((script.now, picture.lines)) }
}

@Suite struct ReplayPlayerTests {
  private let script = Script()

  /// A recording of 60 frames a second in memory; the eyes turn slowly.
  private func recording(frames: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let header = RecordingHeader(
      device: "iphone12mini", rate: 60, scenario: "recorded", participants: 1, source: .recorded)
    RecordingEncoder.append(header, into: &bytes)
    for index in 0..<frames {
      let eye = TransformMatrix(
        RigidTransform(rotation: GazeAngles(yaw: Double(index) * 1e-4, pitch: -0.1).rotationWithoutRoll))
      let face = TransformMatrix(RigidTransform(translation: SIMD3(0, -0.05, -0.35)))
      RecordingEncoder.append(
        RecordedFrame(
          observation: RecordedFrame.Observation(
            frame: FaceFrame(time: Double(index) / 60, face: face, leftEye: eye, rightEye: eye))), into: &bytes)
    }
    return bytes
  }

  private func play(
    frames: Int, controls: ReplayControls = ReplayControls(), counts: Bool = true, keys: [(Double, ReplayKey)] = []
  ) throws -> ReplayPlayer<FakeStage>.Outcome {
    let (bytes, profile) = (recording(frames: frames), try DeviceProfile.mini())
    script.keys = keys.map { (.seconds($0.0), $0.1) }
    func take() throws -> ReplayTake {
      let reader = try RecordingReader(bytes: bytes, name: "memory")
      let replay = Replay(header: reader.header, profile: profile, calibration: nil, pipelines: [.standard])
      return ReplayTake(reader: reader, replay: replay)
    }
    let count = counts ? ReplayCount(try RecordingReader(bytes: bytes, name: "memory")) : nil
    var player = try ReplayPlayer(
      on: FakeStage(script: script), title: "memory", controls: controls, count: count, open: take)
    return try player.play()
  }

  private var units: [Int] {
    script.shown.compactMap { $0.lines[1].split(separator: " ").dropFirst().first.flatMap { Int($0) } }
  }

  @Test("plays to the end in the recording's time, never a frame late, drawing at most 31 pictures a second")
  func wholeWay() throws {
    script.overshoot = .milliseconds(3)
    let outcome = try play(frames: 3600)
    #expect(outcome.isWhole && outcome.report.frames == 3600)
    #expect(abs(outcome.report.seconds - 3599.0 / 60) < 1e-9)
    #expect(script.now >= .seconds(3599.0 / 60) && script.now < .seconds(60.1))
    #expect(outcome.latest < .seconds(1.0 / 60), "\(outcome.latest)")
    #expect(script.shown.count > 1000 && script.shown.count < 1900)
    #expect(units == units.sorted())
    // Each picture shows the frame that was due.
    for picture in script.shown.dropFirst(3) {
      let unit = Int(picture.lines[1].split(separator: " ")[1]) ?? 0
      #expect(abs(Double(unit - 1) / 60 - picture.at / .seconds(1)) < 0.06)
    }
  }

  @Test("the totals of frames and time are counted while the player waits, and are shown within the first second")
  func counting() throws {
    _ = try play(frames: 600)
    #expect(script.shown[0].lines[1] == "unit 0 of ?   0:00.00 of ?")
    let counted = try #require(script.shown.first { $0.lines[1].contains("of 600 ") })
    #expect(counted.at < .seconds(1) && counted.lines[1].hasSuffix("of 0:09.98"))
  }

  @Test("a recording that cannot be read twice is counted by playing it")
  func uncounted() throws {
    _ = try play(frames: 120, controls: ReplayControls(isLooping: true), counts: false, keys: [(3, .quit)])
    #expect(script.shown.contains { $0.lines[1].contains("unit 60 of ?") || $0.lines[1].contains("unit 61 of ?") })
    #expect(script.shown.last?.lines[1].contains("of 120 ") == true)
  }

  @Test("a pause of ten seconds is not caught up with; a quit during it reports the frames so far")
  func pausing() throws {
    let outcome = try play(frames: 600, keys: [(2.01, .pause), (12.01, .pause), (13.01, .quit)])
    #expect(!outcome.isWhole && (180...184).contains(outcome.report.frames), "\(outcome.report.frames)")
    #expect(outcome.latest < .milliseconds(17))
    #expect(script.shown.contains { $0.lines[0].hasSuffix("paused x1") })
    let standing = script.shown.filter { $0.at > .seconds(3) && $0.at < .seconds(12) }
    #expect(standing.isEmpty, "nothing is drawn while nothing changes")
  }

  @Test(
    "after a suspension playback resumes in place, with or without a notice; a shorter wait is caught up with")
  func standing() throws {
    script.absences = [(.seconds(2), .seconds(8)), (.seconds(11), .seconds(7)), (.seconds(19), .milliseconds(900))]
    // The first suspension is reported late, as by a signal handler on another thread; the second one is never
    // reported.
    let outcome = try play(frames: 601, keys: [(10.05, .resumed)])
    #expect(outcome.isWhole && outcome.report.frames == 601)
    #expect(outcome.stood > .seconds(15) && outcome.stood < .seconds(15.5), "\(outcome.stood)")
    // 10 s of recording plus the suspensions, minus the 0.9 s that were caught up with.
    #expect(script.now > .seconds(24.9) && script.now < .seconds(25.3), "\(script.now)")
    #expect(outcome.latest > .milliseconds(850) && outcome.latest < .milliseconds(920), "\(outcome.latest)")
    let pauses = zip(script.shown, script.shown.dropFirst()).filter { $1.at - $0.at > .seconds(1) }
    #expect(pauses.count == 2)
    for (before, after) in pauses {
      let units = [before, after].map { Int($0.lines[1].split(separator: " ")[1]) ?? 0 }
      #expect(units[1] - units[0] <= 3, "\(units)")
    }
  }

  @Test("a suspension during a pause is not played either")
  func standingPaused() throws {
    script.absences = [(.seconds(3), .seconds(5))]
    let outcome = try play(frames: 600, keys: [(2, .pause), (9, .pause)])
    #expect(outcome.isWhole && outcome.latest < .milliseconds(17))
    #expect(script.now > .seconds(16.9) && script.now < .seconds(17.2), "\(script.now)")
  }

  @Test("steps back and forward by single frames, as far as the tape reaches, and plays on from there")
  func stepping() throws {
    let back = (0..<5).map { (2.0 + 0.1 * Double($0), ReplayKey.back) }
    let forward = (0..<7).map { (3.0 + 0.1 * Double($0), ReplayKey.forward) }
    let outcome = try play(frames: 240, keys: back + forward + [(4, .pause)])
    #expect(outcome.isWhole && outcome.report.frames == 240, "each frame is counted once")
    let before = try #require(script.shown.last { $0.at < .seconds(1.99) })
    let after = units.enumerated().filter {
      script.shown[$0.offset].at > .seconds(2) && script.shown[$0.offset].at < .seconds(4)
    }
    .map(\.element)
    let start = Int(before.lines[1].split(separator: " ")[1]) ?? 0
    let low = after.min() ?? 0
    #expect((start - 5...start + 1).contains(low + 1) || (start - 5...start + 1).contains(low), "\(start) \(low)")
    #expect((after.last ?? 0) == low + 7)
    #expect(script.now > .seconds(5.5) && script.now < .seconds(6.5))
  }

  @Test("after the last frame a step waits at the end; resuming ends it")
  func end() throws {
    var keys: [(Double, ReplayKey)] = [(0.3, .pause)]
    for k in 0..<40 { keys.append((1 + 0.1 * Double(k), .forward)) }
    keys.append((9, .pause))
    let outcome = try play(frames: 30, keys: keys)
    #expect(outcome.isWhole && outcome.report.frames == 30)
    #expect(script.shown.contains { $0.lines[0].hasSuffix("end x1") } && script.now >= .seconds(9))
  }

  @Test("loops with new pipelines, counts laps, and reports the first pass")
  func looping() throws {
    let outcome = try play(frames: 60, controls: ReplayControls(isLooping: true), keys: [(3.5, .quit)])
    #expect(outcome.isWhole && outcome.report.frames == 60)
    #expect(script.shown.last?.lines[0].hasSuffix("loop, lap 4") == true, "\(script.shown.last?.lines[0] ?? "")")
    #expect(outcome.latest < .milliseconds(17))
  }

  @Test("an empty recording ends at once, looped or not")
  func empty() throws {
    let outcome = try play(frames: 0, controls: ReplayControls(isLooping: true))
    #expect(outcome.isWhole && outcome.report.frames == 0 && script.now < .seconds(1))
  }

  @Test("double speed halves the time from then on, also after a stop and a resume")
  func speed() throws {
    _ = try play(frames: 601, keys: [(2, .faster), (3, .slower), (4, .resumed)])
    // 2 s + 1 s at double speed + the rest of 10 s.
    #expect(script.now > .seconds(8.9) && script.now < .seconds(9.15), "\(script.now)")
  }
}
