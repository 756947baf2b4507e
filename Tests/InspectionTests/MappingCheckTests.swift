import GazeRecording
import Profiles
import Testing

@testable import Inspection

@Suite struct MappingCheckTests {
  @Test("no built-in profile has a fault, and the body of each is detected")
  func builtIn() {
    for profile in BuiltInProfiles.all {
      #expect(MappingCheck.findings(profile, nil).isEmpty, "\(profile.id)")
      guard let body = BodySize.millimetres[profile.id] else {
        Issue.record("no body of \(profile.id)")
        continue
      }
      var wrong = profile
      wrong.screen.width.value = body.x / 1000
      wrong.screen.height.value = body.y / 1000
      #expect(MappingCheck.findings(wrong, nil).map(\.fault) == [.bodySize], "\(profile.id)")
      #expect(BodySize.isBody(body, around: MappingCheck.panel(profile) * 1000), "\(profile.id)")
    }
  }

  @Test("another size is no body, and a camera that lost its sign is detected")
  func others() throws {
    var profile = try #require(BuiltInProfiles.all.first { $0.id == "ipadpro11gen4" })
    profile.screen.width.value *= 0.9
    #expect(MappingCheck.findings(profile, nil).map(\.fault) == [.screenSize])
    profile = try #require(BuiltInProfiles.all.first { $0.id == "ipadpro11gen4" })
    profile.camera.y.value = 0.005
    #expect(MappingCheck.findings(profile, nil).map(\.fault) == [.cameraSide])
  }
}
