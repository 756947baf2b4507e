import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

struct CalibrationFilePipelineTests {
  @Test("angles are degrees in files, radians in pipelines; unknown people have none")
  func people() throws {
    var gaze = try #require(try usualCalibration().gaze)
    gaze.people[0].quadratic = [1, 2, 3, -4, 5, 6]
    let person = try #require(gaze.person(4))
    expectNear(person.gazeOffset.towardsX, .pi / 10, 1e-12)
    #expect(abs(person.gazeOffset.up + .pi / 20) < 1e-12)
    #expect(person.gain == SIMD2(0.9, 1.1))
    let degree = Double.pi / 180
    let misses = [person.quadratic.yaw - SIMD3(1, 2, 3) * degree, person.quadratic.pitch - SIMD3(-4, 5, 6) * degree]
    #expect(misses.allSatisfy { ($0 * $0).sum() < 1e-30 })
    #expect(gaze.person(0) == nil)
  }

  @Test(
    "an earlier session's offset is trusted as the fit found sessions to agree")
  func trust() throws {
    var file = try usualCalibration()
    var gaze = try #require(file.gaze)
    #expect(gaze.person(4)?.trust == .assumed)
    gaze.sessionSpread = .init(source: .assumed, sd: 1.3)
    #expect(gaze.person(4)?.trust == .assumed)
    gaze.sessionSpread = .init(source: .estimated, sd: 0.5, estimate: 0.4, ci95: [0.2, 0.9], sessions: 6, people: 2)
    gaze.people[0].sessions = 3
    #expect(gaze.person(4)?.trust == PersonTrust(sessionSpread: 0.5 * .pi / 180, sessions: 3))
    gaze.sessionSpread?.sd = .nan
    file.gaze = gaze
    #expect(throws: FileError.self) { try file.check("c.json") }
  }

  @Test("the screen has the app's points; a tilt in degrees becomes radians")
  func screen() throws {
    var gaze = try #require(try usualCalibration().gaze)
    var expected = ScreenGeometry(points: SIMD2(300, 600), metres: SIMD2(0.05, 0.1), camera: SIMD2(0.02, -0.003))
    #expect(gaze.screen(points: SIMD2(300, 600)) == expected)
    (gaze.geometry.tilt, gaze.geometry.depth) = ([18, -9], 0.002)
    (expected.tilt, expected.depth) = (SIMD2(18, -9) * (.pi / 180), 0.002)
    #expect(gaze.screen(points: SIMD2(300, 600)) == expected)
  }
}
