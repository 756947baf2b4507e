import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate

@Suite struct SetupTests {
  private func header() -> RecordingHeader {
    RecordingHeader(device: "iphone12mini", rate: 60, scenario: "", participants: 1, source: .recorded)
  }

  @Test("the smoothing is the option's, else the calibration's, else the profile's")
  func smoothing() async throws {
    let profile = try DeviceProfile.mini()
    func setup(
      _ file: CalibrationFile? = nil, _ smoothing: Smoothing? = nil, participant: Int? = nil
    ) -> Setup {
      Setup(profile: profile, header: header(), calibration: file, smoothing: smoothing, participant: participant)
    }
    var file = try await CalibrationRun<GazeRig>(profile, .simulated(.mini(.personal))).file(jobs: 2)
    file.gaze?.smoothing = CalibrationFile.SmoothingChoice(.movingAverage(7))
    file.gaze?.trigger.speed = profile.trigger.settings.speed + 1
    let gaze = try #require(file.gaze)
    let plain = setup()
    #expect(plain.smoothing == profile.smoothingValue && plain.trigger == profile.trigger.settings)
    let fitted = setup(file)
    #expect(fitted.smoothing == .movingAverage(7) && fitted.trigger == gaze.trigger)
    let asked = setup(file, Smoothing.none)
    #expect(asked.smoothing == .none && asked.trigger == gaze.trigger)
    // The app assumes the fit's screen; errors are relative to the profile's.
    #expect(fitted.geometry == gaze.screen(points: profile.geometry.points) && fitted.screen == profile.geometry)
    // A person's part applies to that person only.
    #expect(fitted.person == .none)
    let known = setup(file, participant: 0)
    #expect(known.person == gaze.person(0) && known.person != .none)
    #expect(setup(file, participant: 5).person == .none)
  }

  @Test("a setting's value is the person's, else the device calibration's, else the profile's, else the rig's")
  func settings() throws {
    var profile = try DeviceProfile.mini()
    func setup(_ calibration: CalibrationFile? = nil, participant: Int? = nil) -> Setup {
      Setup(DialRig.self, profile: profile, header: header(), calibration: calibration, participant: participant)
    }
    let file = CalibrationFile.dial([
      .dial("offset", 3), .dial("offset", 4, participant: 1), .dial("offset", 400, participant: 2), .dial("other", 9),
    ])
    #expect(setup()["offset"] == 0)
    profile.rigs = .dial([("offset", 2, "1")])
    #expect(setup()["offset"] == 2)
    #expect(setup(file)["offset"] == 3)
    #expect(setup(file, participant: 0)["offset"] == 3 && setup(file, participant: 1)["offset"] == 4)
    // A person's number outside the range becomes the range's end; a fit's own numbers are not settings of anybody.
    #expect(setup(file, participant: 2)["offset"] == 50)
    #expect(setup(file).settings.keys.sorted() == ["offset"])
  }

  @Test("a turned interface turns the screen that the app assumes")
  func turned() throws {
    var turned = header()
    turned.orientation = .landscapeRight
    let setup = Setup(profile: try .mini(), header: turned)
    #expect(setup.geometry.points == SIMD2(812, 375) && setup.screen == setup.geometry)
  }
}
