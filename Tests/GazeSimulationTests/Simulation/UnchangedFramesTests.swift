import GazePipeline
import GazeRecording
import Testing

@testable import GazeSimulation

/// Frames with the effects that are off by default, compared with the frames of the version before these effects.
@Suite struct UnchangedFramesTests {
  /// A take of 100 s at 60 Hz for two people; `loop` other than `open` obeys the person's intent, and from time to time
  /// moves the page unasked. Both read one page, as all people did in that version.
  private func hash(_ scenario: GazeScenario, loop: String, _ settings: [String: Double] = [:]) throws -> UInt64 {
    var simulation = try Simulation(device: mini, scenario: scenario, seed: 11, duration: 100)
      .setting(settings.merging(["task.samePage": 1]) { first, _ in first })
    simulation.loop = loop
    var bytes: [UInt8] = []
    for participant in 0..<2 {
      var frames = simulation.frames(participant: participant)
      while let frame = frames.next() {
        append(frame, to: &bytes)
        guard loop != "open" else { continue }
        let intent = frame.observation.intent ?? .none
        let time = frame.observation.frame.time
        if intent != .none {
          frames.scroll(ScrollCommand(direction: intent, distance: 10))
        } else if time.truncatingRemainder(dividingBy: 20) < 0.5 {
          frames.scroll(ScrollCommand(direction: .up, distance: 10))
        }
      }
    }
    return FNV1a.hash(bytes)
  }

  private func append(_ frame: RecordedFrame, to bytes: inout [UInt8]) {
    func add(_ value: Double) { withUnsafeBytes(of: value.bitPattern) { bytes.append(contentsOf: $0) } }
    func add(_ point: SIMD2<Double>?) {
      add(point?.x ?? -1)
      add(point?.y ?? -1)
    }
    let (seen, truth) = (frame.observation.frame, frame.truth)
    add(seen.time)
    for pose in [seen.camera, seen.face, seen.leftEye, seen.rightEye] {
      withUnsafeBytes(of: pose) { bytes.append(contentsOf: $0) }
    }
    add(Double(seen.blink.x))
    add(frame.observation.target)
    add(frame.observation.app.tap)
    add(frame.observation.app.dot)
    add(frame.observation.app.page ?? -1)
    add(truth?.gaze)
    add(truth?.page ?? -1)
    bytes += Array("\(truth?.state.rawValue ?? "")\(frame.observation.intent?.rawValue ?? "")".utf8)
  }

  #if os(Linux) && arch(x86_64)
    // Other platforms have other mathematical functions, so their frames differ in the last bits.
    @Test(
      "with taps, dots and variants of reading off, all frames are those of the version before these effects",
      arguments: [
        (GazeScenario.calibration, 0xf302_38b8_fa92_abd8), (.personal, 0x8b1a_5091_5f2d_71b5),
        (.validation, 0x46e6_da57_123e_d5fb), (.pursuit, 0x4d19_6a41_f63c_39cc), (.reading, 0xe153_68cb_2f9e_7b55),
        (.recipe, 0x477f_574b_b402_6039), (.stare, 0x1720_90a6_2f49_291e), (.lookdown, 0x5c25_4016_be91_87bd),
        (.wander, 0x4026_ad9a_63a2_0b22), (.stress, 0xc3c2_6d41_b047_0266),
      ] as [(GazeScenario, UInt64)])
    func open(scenario: GazeScenario, before: UInt64) throws { #expect(try hash(scenario, loop: "open") == before) }

    @Test(
      "the same holds in a closed loop, with Latin and with Japanese text",
      arguments: [
        (GazeScenario.reading, 0.0, 0x29a9_0fe9_a668_19bf), (.reading, 1, 0xfc2c_2f8f_876e_1881),
        (.recipe, 0, 0x91a9_642e_76f8_cef4), (.recipe, 1, 0xf81f_f6e2_ec94_2857),
      ] as [(GazeScenario, Double, UInt64)])
    func closed(scenario: GazeScenario, script: Double, before: UInt64) throws {
      #expect(try hash(scenario, loop: "test", ["task.script": script]) == before)
    }
  #endif

  @Test("an effect that is switched on changes neither the phone's motion nor the tracker's noise")
  func noise() throws {
    // Without the head's share in shifts of the gaze, the face's pose depends on no behaviour.
    let still: [String: Double] = ["behaviour.headShareH": 0, "behaviour.headShareV": 0, "task.pageScreens": 30]
    func poses(_ settings: [String: Double]) throws -> [FaceFrame] {
      let all = still.merging(settings) { $1 }
      let simulation = try Simulation(device: mini, scenario: .reading, preset: .typical, seed: 12, duration: 60)
        .setting(all)
      return simulation.frames(participant: 0).map(\.observation.frame)
    }
    let before = try poses([:])
    #expect(before.count > 3500)
    for effect in [
      ["task.tapInterval": 5], ["task.dotAtStart": 1], ["task.skimming": 0.5], ["task.skipParagraph": 0.5],
      ["task.reread": 0.5], ["task.startAt": 0.5], ["task.notReading": 0.5], ["task.column": 0.5],
    ] {
      let after = try poses(effect)
      #expect(after.map(\.time) == before.map(\.time), "\(effect)")
      #expect(after.map(\.isTracked) == before.map(\.isTracked), "\(effect)")
      #expect(after.map(\.camera) == before.map(\.camera), "\(effect)")
      #expect(after.map(\.face) == before.map(\.face), "\(effect)")
      #expect(after.map(\.leftEye) != before.map(\.leftEye), "\(effect)")
    }
  }
}
