import Foundation
import GazePipeline
import GazeRecording
import Profiles
import GazeSimulation
import TestSupport
import Testing

@testable import Evaluate

@Suite struct PublishedConstantsComparisonTests {
  private func bridge(_ device: String) throws -> PublishedConstantsComparison {
    PublishedConstantsComparison(try .builtIn(device))
  }

  private func rule(_ name: String, _ bridge: PublishedConstantsComparison) throws -> PublishedConstantsComparison.Rule
  {
    try #require(bridge.rules.first { $0.pipeline == name })
  }

  /// 312/812·135.097 = 51.909 mm; the camera at (40, 2.7) mm is 67.5485 − 2.7 = 64.8485 mm above the middle, 389.77
  /// points.
  @Test("on the iPhone X: 312 points are 51.9 mm, the camera is 64.8 mm above the middle")
  func iPhoneX() throws {
    let x = try bridge("iphonex")
    expectNear(x.heightCompensationMillimetres, 51.909, 0.001)
    expectNear(x.cameraAboveMiddleMillimetres, 64.8485, 0.001)
    expectNear(x.cameraAboveMiddle, 389.772, 0.01)
    expectNear(x.cameraRightOfMiddle, 52.919, 0.01)
    #expect(isClose(SIMD2(x.camera), 240.419, 16.228))
  }

  /// virakri: (187.5, 406 − 312); HeatMap: (0, 312): 218 points, 36.27 mm, apart in y. With gain 2 the screen that each
  /// assumes is half as large, and its camera is at half the distance that the points state: 94/812·67.548 = 7.82 mm
  /// from the top.
  @Test("virakri's and HeatMap's constants as a screen and a camera")
  func rules() throws {
    let x = try bridge("iphonex")
    let (prototype, heatMap) = (try rule("virakri", x), try rule("heatmap", x))
    #expect(prototype.cameraLandsAt == [187.5, 94] && heatMap.cameraLandsAt == [0, 312])
    for (found, x, y, limit) in [
      (prototype.gain, 2, 2, 1e-4), (prototype.screenMillimetres, 31.195, 67.548, 0.001),
      (prototype.cameraMillimetres, 15.598, 7.820, 0.001), (heatMap.cameraMillimetres, 0, 25.955, 0.001),
    ] { #expect(isClose(SIMD2(found), x, y, within: limit)) }
    // Off by (52.92 points · 0.16638 mm, 77.77 · 0.16638) = (8.80, 12.94) mm.
    expectNear(prototype.offByMillimetres, 15.65, 0.01)
    // The rule is right where p = 2c − o: (2·240.419 − 187.5, 2·16.228 − 94).
    #expect(isClose(SIMD2(prototype.exactAt.compactMap { $0 }), 293.338, -61.543, within: 0.1))
    #expect(try rule("standard", x).exactAt == [nil, nil])
    #expect(try rule("standard", x).offByMillimetres < 1e-9)
    #expect(x.sentences.contains { $0.contains("36.3 mm apart") && $0.contains("y = 94") && $0.contains("312") })
    #expect(try bridge("iphone12mini").sentences.contains { $0.contains("48.0 mm on this screen.") })
  }

  /// For rays through various hits, on three devices, the pipeline and the geometry give the same point.
  @Test(
    "the geometry of each rule agrees with its pipeline, on every kind of device",
    arguments: ["iphonex", "iphone12mini", "iphone11pro", "ipadpro11gen1"])
  func geometries(device: String) throws {
    let profile = try DeviceProfile.builtIn(device)
    let bridge = PublishedConstantsComparison(profile)
    let setup = Setup(upright: profile, smoothing: Smoothing.none)
    // Chosen so that neither `heatmap` nor `shiru99` clamps the point.
    for hit in [SIMD2<Float>(0.005, -0.01), SIMD2(0.012, -0.03)] {
      for rule in bridge.rules {
        let published = try GazeRig.pipeline(named: rule.pipeline)
        let frame = aimed(at: hit)
        var pipeline = published.pointer(setup)
        var output = pipeline.step(frame)
        // The second frame of a still head, for the pipeline that adds the head's movement.
        output = pipeline.step(frame)
        let expected = rule.geometry(points: profile.geometry.points).point(ofHit: SIMD2(Double(hit.x), Double(hit.y)))
        let raw = try #require(output.rawPointer)
        expectNear(raw, expected, 0.1, "\(published.name) on \(device): \(raw), \(expected)")
      }
    }
  }

  /// Both eyes at one place 0.35 m away, with the face turned up by 10° less so that HeadGazeLib's nose points there,
  /// too.
  private func aimed(at hit: SIMD2<Float>) -> FaceFrame {
    // The nose is 10° below the face's z. The face is at the hit's x, at the height from which the nose meets the hit.
    let tangent = Float(0.17632698)
    let face = SIMD3<Float>(hit.x, hit.y + 0.35 * tangent, -0.35)
    var plain = PlainFrame(face: face, left: .zero, right: .zero)
    plain.leftSlope = SIMD2(0, -tangent)
    plain.rightSlope = SIMD2(0, -tangent)
    plain.lookAt = SIMD3(0, -0.35 * tangent, 0.35)
    return plain.frame
  }

  @Test("it survives JSON, nulls and all")
  func json() throws {
    let x = try bridge("iphonex")
    #expect(try JSONDecoder().decode(PublishedConstantsComparison.self, from: JSONEncoder().encode(x)) == x)
  }
}
