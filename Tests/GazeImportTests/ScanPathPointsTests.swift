import Foundation
import GazeImport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

private let recorded = Imported.shared("pointer/kylefox_example_data_output.json")

struct ScanPathPointsTests {
  private let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  /// The iPad Pro 11 of its profile.
  private static let tablet = ScreenGeometry(
    points: SIMD2(834, 1194), metres: SIMD2(0.160_482, 0.229_755), camera: SIMD2(0.08, -0.005))

  /// The screen points at which a recording's rays end, by the pipeline that apps ship.
  private func points(_ take: Imported, screen: ScreenGeometry) throws -> [SIMD2<Double>?] {
    let geometry = screen.turned(to: take.header.orientation)
    var pipeline = StandardPipeline(
      geometry: geometry, smoothing: .none,
      trigger: ScrollTrigger.Settings(
        edgeZone: 0.07, edgeDwell: 0.9, offScreenZone: 0.25, offScreenDwell: 0.9, hysteresis: 0.05, release: 0.2,
        cooldown: 1.5, speed: 400, holdLimit: 0.6, blinkThreshold: 0.5))
    return take.faces.map { frame in
      var open = frame
      open.blink = .zero
      return pipeline.step(open).rawPointer
    }
  }

  @Test(
    "kyle-fox: 380 points in 9.390 s, 59.96 Hz; two gaps; 178 lid samples without point",
    .enabled(if: FileManager.default.fileExists(atPath: recorded), "the third-party data are not beside this package"))
  func tablet() throws {
    #expect(try RecordingImport.deviceModel(path: recorded, format: .scanpath) == "iPad8,1")
    let take = try Imported(recorded, .scanpath) { $0.screen = Self.tablet }
    #expect(take.frames.count == 380 && take.quality.lostFrames == 0 && take.header.rate == 59.96)
    expectNear(take.quality.seconds, 9.389_653_682_708_74, 1e-9)
    #expect(take.quality.gaps == 2 && take.quality.missingFrames == 184)
    expectNear(take.quality.longestGapSeconds, 3.068_732_500_076, 1e-6)
    #expect(take.quality.longestGaps.map { ($0.seconds * 1000).rounded() } == [3069, 33])
    #expect(take.header.orientation == .landscapeRight && take.header.points == SIMD2(1194, 834))
    #expect(take.quality.blinks == 1 && take.plan.remarks == ["178 lid samples fall on no point and are left out."])
    let object =
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: recorded))) as? [String: Any]
    let path = try #require(object?["scanPath"] as? [[String: Double]])
    var largest = 0.0
    for (point, expected) in zip(try points(take, screen: Self.tablet), path) {
      let point = try #require(point)
      largest = max(largest, abs(point.x - (expected["x"] ?? 0)), abs(point.y - (expected["y"] ?? 0)))
    }
    // Float matrices are precise to a hundredth of a point.
    #expect(largest < 0.01)
    let drawn = try Imported(recorded, .scanpath) {
      $0.screen = Self.tablet
      $0.points = .drawn
    }
    let first = try #require(try points(drawn, screen: Self.tablet)[0])
    expectNear(first.x, 1194 - 479.911, 0.01)
    expectNear(first.y, 834 - 297.723, 0.01)
  }

  private func session(_ points: [(x: Double, y: Double, orientation: Int)], extra: String = "") -> String {
    let list = points.enumerated().map { index, p in
      #"{"x":\#(p.x),"y":\#(p.y),"timestamp":\#(1_595_626_844 + Double(index) / 60),"orientation":\#(p.orientation)}"#
    }
    return #"{"id":"a","scanPath":[\#(list.joined(separator: ","))]\#(extra)}"#
  }

  @Test("In every orientation, also turned, the rays end at the original points")
  func orientations() throws {
    func place(_ index: Int) -> SIMD2<Double> { SIMD2(Double(index * 15), Double(index * 10 + 30)) }
    for (number, orientation) in [
      (1, ScreenOrientation.portrait), (2, .portraitUpsideDown), (3, .landscapeRight), (4, .landscapeLeft),
    ] {
      let file = try scratch.write(session((0..<20).map { (place($0).x, place($0).y, number) }), to: "a.json")
      let take = try Imported(file, .scanpath)
      #expect(take.header.orientation == orientation)
      for (index, point) in try points(take, screen: Imported.screen).enumerated() {
        let point = try #require(point)
        expectNear(point.x, place(index).x, 0.01)
        expectNear(point.y, place(index).y, 0.01)
      }
    }
    // Upright, then turned to landscape right: the point (x, y) of landscape is (375 − y, x) here.
    let turned = try scratch.write(
      session((0..<20).map { $0 < 10 ? (100, 200, 1) : (200, 275, $0 == 15 ? 5 : 3) }), to: "a.json")
    let take = try Imported(turned, .scanpath)
    #expect(take.findings == [.turned] && take.plan.findings[0].count == 1)
    #expect(take.header.assumptions.contains { $0.hasPrefix("1 points were taken with the phone flat") })
    for point in try points(take, screen: Imported.screen) {
      let point = try #require(point)
      expectNear(point.x, 100, 0.01)
      expectNear(point.y, 200, 0.01)
    }
  }

  @Test("Several sessions, in a list or by identifier, in snake case too, are participants")
  func sessions() throws {
    let a = session((0..<15).map { (Double($0), 5, 1) })
    let b = session((0..<12).map { (Double($0), 7, 1) }).replacing("scanPath", with: "scan_path")
    for text in ["[\(a),\(b)]", #"{"one":\#(a),"two":\#(b)}"#] {
      let take = try Imported(try scratch.write(text, to: "a.json"), .scanpath)
      #expect(take.header.participants == 2 && take.frames.count == 27)
      #expect(take.frames.count { $0.observation.participant == 1 } == 12 && take.times[15] == 0)
    }
  }

  @Test("The left eye is at +x, as ARKit's, or at the stated side")
  func sides() throws {
    let path = try scratch.write(session((0..<5).map { (Double($0), 5, 1) }), to: "a.json")
    let take = try Imported(path, .scanpath)
    #expect(take.faces[0].leftEye[12] == 0.0315 && take.faces[0].rightEye[12] == -0.0315)
    #expect(take.header.assumptions.contains { $0.contains("the left one on the screen's right") })
    let other = try Imported(path, .scanpath) { $0.leftEyeSide = .screenLeft }
    #expect(other.faces[0].leftEye[12] == -0.0315)
  }

  @Test("Lids are joined by time, also if the points or both lists run back")
  func lidsOutOfOrder() throws {
    func blinks(_ order: [Int]) -> String {
      let all = order.flatMap { index in
        ["left", "right"].map { eye in
          #"{"eye":"\#(eye)","value":0.\#(index % 10),"timestamp":\#(1_595_626_844 + Double(index) / 60)}"#
        }
      }
      return #","blinks":[\#(all.joined(separator: ","))]"#
    }
    let (forward, back) = (Array(0..<30), Array((0..<30).reversed()))
    let points = forward.map { (Double($0), 5.0, 1) }
    let plain = try Imported(try scratch.write(session(points, extra: blinks(forward)), to: "a.json"), .scanpath)
    let lids = plain.faces.map(\.blink.x)
    #expect(lids == forward.map { Float($0 % 10) / 10 })
    let behind = try Imported(try scratch.write(session(points, extra: blinks(back)), to: "b.json"), .scanpath)
    #expect(behind.faces.map(\.blink.x) == lids && behind.plan.remarks.isEmpty)
    // Two points are exchanged.
    var swapped = session(points, extra: blinks(forward))
    for (from, to) in [(#""x":3.0"#, "A"), (#""x":9.0"#, #""x":3.0"#), ("A", #""x":9.0"#)] {
      swapped = swapped.replacing(from, with: to)
    }
    let stamps = [3, 9].map { #""timestamp":\#(1_595_626_844 + Double($0) / 60),"orientation""# }
    swapped = swapped.replacing(stamps[0], with: "B").replacing(stamps[1], with: stamps[0]).replacing(
      "B", with: stamps[1])
    let sorted = try Imported(try scratch.write(swapped, to: "c.json"), .scanpath) { $0.mends = true }
    #expect(sorted.findings == [.disorder] && sorted.faces.map(\.blink.x) == lids)
  }

  @Test("Points in what seem to be shares or pixels are reported")
  func units() throws {
    for (scale, kinds) in [(1.0, []), (0.001, [ImportFinding.Kind.pointUnit]), (3, [.pointUnit])] {
      let points = (0..<20).map { (150 + 10 * Double($0)) * scale }
      let path = try scratch.write(session(points.map { ($0, $0 * 2, 1) }), to: "a.json")
      #expect(try Imported(path, .scanpath).findings == kinds, "\(scale)")
    }
  }

  @Test("Lids of early versions, tracking that is not available, and points beyond reach")
  func odds() throws {
    let blinks = (0..<20).map { index in
      #"""
      {"eye":"\#(index % 2 == 0 ? "left" : "right")","value":0.\#(index % 10),\#
      "timestamp":\#(1_595_626_844 + Double(index / 2) / 60)}
      """#
    }
    var text = session(
      (0..<10).map { ($0 == 4 ? 1e6 : 5, 5, 1) }, extra: #","blinks":[\#(blinks.joined(separator: ","))]"#)
    text = text.replacing(
      #""x":5.0,"y":5.0,"timestamp":1595626844.0,"#,
      with: #""x":5.0,"y":5.0,"timestamp":1595626844.0,"trackingState":"notAvailable","#)
    let take = try Imported(try scratch.write(text, to: "a.json"), .scanpath)
    #expect(take.faces.map(\.isTracked) == (0..<10).map { $0 != 0 && $0 != 4 })
    #expect(take.faces[3].blink == SIMD2(0.6, 0.7) && take.findings == [.outOfReach])
    for (text, expected) in [
      ("{}", "holds no `scanPath`"), ("[]", "holds no `scanPath`"), (#"{"scanPath":[{"x":1}]}"#, "field \"timestamp\""),
      (#"{"scanPath":[{"timestamp":1}]}"#, "field \"x\""), (#"{"scanPath":{}}"#, "expected a list"),
      (#"{"scanPath":[]}x"#, "expected the end of the file"),
    ] {
      let path = try scratch.write(text, to: "b.json")
      let error = importFault(path, .scanpath)
      #expect(error.contains(expected), "\(text): \(error)")
    }
  }
}
