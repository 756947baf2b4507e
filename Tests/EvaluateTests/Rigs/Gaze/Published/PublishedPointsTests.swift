import GazePipeline
import TestSupport
import Testing

@testable import Evaluate

/// Published pipelines on frames by hand: the points were computed independently of the code, as the comments say.
///
/// Both eyes of a `PlainFrame` are 0.32 m away; their rays meet the camera's plane at (0.008, −0.046) and (0.012,
/// −0.062) m, so the mean hit is (0.010, −0.054) m.
@Suite struct PublishedPointsTests {
  private enum Expected {
    case raw(Double, Double), pointer(Double, Double), both(Double, Double), noRaw
  }

  private typealias Golden = (title: String, pipeline: any PointerPipeline, frames: [FaceFrame], last: Expected)

  private static let plain = PlainFrame().frame
  private static let leftMisses = PlainFrame(leftMisses: true).frame
  private static let rightMisses = PlainFrame(rightMisses: true).frame
  private static let bothMiss = PlainFrame(leftMisses: true, rightMisses: true).frame
  private static let points = SIMD2(375.0, 812)
  private static let geometry = ScreenGeometry(
    points: points, metres: SIMD2(0.062391, 0.135097), camera: SIMD2(0.0400, 0.0027))

  private static func frame(_ change: (inout PlainFrame) -> Void) -> FaceFrame {
    var plain = PlainFrame()
    change(&plain)
    return plain.frame
  }

  private static func shapes(_ coefficients: [(String, Float)]?) -> FaceFrame {
    var frame = plain
    frame.blendShapes = coefficients.map { coefficients in
      var shapes = BlendShapes()
      for (name, value) in coefficients {
        if let index = BlendShapes.names.firstIndex(of: name) { shapes[index] = value }
      }
      return shapes
    }
    return frame
  }

  private static var table: [Golden] {
    let leaning = frame { $0.recline = (0.8660254, 0.5) }
    let virakri = VirakriPipeline(.iPhoneX(PlaneHit(ends: .converted)))
    let heatMap = HeatMapPipeline(.iPhoneX(HeatMapPipeline.plane))
    let kyleFox = KyleFoxPipeline(.init(points: points))
    let shiru99 = Shiru99Pipeline(.init(points: points, panelPoints: points))
    let nose = HeadGazeLibPipeline(.init(points: points))
    let kit = EyeTrackKitPipeline(
      .init(device: "iphone11pro", metres: SIMD2(0.0623, 0.1349), points: points, ends: .worldTakenAsLocal))
    let moawinberg = MoawinbergPipeline(.init(points: points))
    let map = FivePointMap(scale: SIMD2(2, 3), shift: SIMD2(-100, 50))
    let calibrated = MoawinbergPipeline(.init(points: points, map: map))
    let blendShape = BlendShapePipeline(.init(points: points, metres: geometry.metres))
    let moved = PlainFrame(face: SIMD3(0.03, -0.03, -0.35)).frame
    let near = PlainFrame(lookAt: SIMD3(0, 0.01, 0.4)).frame
    var closed = plain
    closed.blink = SIMD2(1, 1)
    let long = [plain] + Array(repeating: bothMiss, count: 11)
    let twelfth = Array(repeating: plain, count: 11) + [moved]
    let higher = frame { ($0.leftSlope.y, $0.rightSlope.y) = ($0.leftSlope.y + 0.1, $0.rightSlope.y + 0.1) }
    let aside = frame { ($0.leftSlope.x, $0.rightSlope.x) = ($0.leftSlope.x - 0.1, $0.rightSlope.x - 0.1) }
    let far = frame { $0.face.z = -1.2 }
    let inFront = PlainFrame(lookAt: SIMD3(0.02, 0.01, 0.30)).frame
    let second = PlainFrame(lookAt: SIMD3(0, 0.03, 0.45)).frame
    let onPlane = PlainFrame(face: SIMD3(0, 0, -0.25), lookAt: SIMD3(0.02, 0.01, 0.25)).frame
    let (beyond, before) = (
      PlainFrame(lookAt: SIMD3(0.02, -0.03, 0.4)).frame, PlainFrame(lookAt: SIMD3(-0.05, 0.2, 0.4)).frame
    )
    let right = shapes([
      ("eyeLookOutLeft", 0.2), ("eyeLookInRight", 0.1), ("eyeLookDownLeft", 0.3), ("eyeLookUpRight", 0.1),
    ])
    let left = shapes([
      ("eyeLookInLeft", 0.2), ("eyeLookOutRight", 0.1), ("eyeLookUpLeft", 0.3), ("eyeLookDownRight", 0.1),
    ])
    var table: [Golden] = [
      // x = 187.5 + 0.010/0.0311954149·375; y = 406 + 0.054/0.0675484716·812 − 312.
      ("virakri: gain 2, up is up, 312 points up from the centre", virakri, [plain], .raw(307.710, 743.134)),
      // x = 187.5 + ½·0.008/0.0311954149·375; y = 406 + ½·(0.046/0.0675484716·812 − 312).
      ("virakri: an eye that misses counts as 0 without the 312", virakri, [rightMisses], .raw(235.584, 526.483)),
      ("virakri: without a hit the screen's centre is left", virakri, [bothMiss], .raw(187.5, 406)),
      // The phone leans 30° back: rays (0.04, −0.03, −0.32) + s·(−0.1, −0.05, 1) and (−0.02, −0.03, −0.32) + s·(0.1,
      // −0.1, 1), turned by 30° about x, meet the world's z = 0 at (5.265, −54.695) and (15.799, −75.978) mm.
      ("virakri, converted: the phone's pose does not matter", virakri, [leaning], .raw(307.710, 743.134)),
      (
        "virakri, as published: it does", VirakriPipeline(.iPhoneX(PlaneHit(ends: .worldTakenAsLocal))), [leaning],
        .raw(314.106, 879.411)
      ),
      // (raw + centre) / 2.
      ("virakri: the mean of the points so far", virakri, [plain, bothMiss], .pointer(247.605, 574.567)),
      ("virakri: at most ten", virakri, long, .pointer(187.5, 406)),
      // x = 0.010/0.0311954149·375; y = 0.054/0.0675484716·812 + 312 = 961.13, clamped to 811.
      ("heatmap: from the top-left corner, 312 down, clamped to the screen", heatMap, [plain], .raw(120.210, 811)),
      // The mean hit is (0.010, −0.022): y = 0.022/0.0675484716·812 + 312.
      (
        "heatmap: both eyes 0.1 higher in slope", heatMap,
        [higher], .raw(120.210, 576.462)
      ),
      (
        "heatmap: to the left of the camera every point is clamped to the edge", heatMap,
        [aside], .raw(0, 811)
      ),
      ("heatmap: a plane further than a metre away is never hit", heatMap, [far], .noRaw),
      ("heatmap: the phone's pose is corrected for", heatMap, [leaning], .raw(120.210, 811)),
      // f = 812/1440·1440 points. lookAt (0.02, 0.01, 0.40) in the face is (0.03, −0.04, 0.05) in the camera's frame:
      // the projection is u = 187.5 − 812·0.6, v = 406 − 812·0.8, and the pointer w − u, h − v.
      ("kyle-fox: a point behind the camera, flipped twice, keeps its sides", kyleFox, [plain], .both(674.7, 1055.6)),
      (
        "kyle-fox: in front of the camera both axes are mirrored", kyleFox,
        [inFront], .raw(-299.7, -243.6)
      ),
      // Second lookAt: (0.01, −0.02, 0.10), raw (268.7, 568.4); 0.85 of the first and 0.15 of that.
      (
        "kyle-fox: the next point takes 0.85 of the old one", kyleFox,
        [plain, second], .pointer(613.8, 982.52)
      ),
      (
        "kyle-fox: on the camera's plane there is no projection", kyleFox,
        [onPlane], .noRaw
      ),
      // lookAt (0, 0.01, 0.4) in the face is (0.01, −0.04, 0.05): x = 0.01/0.0292178·375, y = 0.04/0.0632663·730.
      ("shiru99: no plane, and nothing is smoothed", shiru99, [plain, near], .both(128.346, 461.541)),
      // (0.03, −0.08): x would be 385, y 923.
      (
        "shiru99: clamped to the screen less 82 points", shiru99, [beyond],
        .raw(375, 730)
      ),
      ("shiru99: clamped to 0", shiru99, [before], .raw(0, 0)),
      // The nose points 10° down: hit = (0.01, −0.05 − 0.35·tan 10°) = (0.01, −0.111714); ×4 from the centre.
      ("headgazelib: the head's direction", nose, [plain], .raw(202.5, 768.849)),
      ("headgazelib: whatever the eyes do", nose, [bothMiss], .raw(202.5, 768.849)),
      // A second face 2 cm right and 2 cm up: hit (0.03, −0.091714), raw (232.5, 703.889).
      ("headgazelib: a mean of the first eleven", nose, [plain, moved], .pointer(217.5, 736.369)),
      (
        "headgazelib: then nine tenths of the old value", nose, twelfth, .pointer(205.5, 762.353)
      ),
      ("headgazelib: raw beside it", nose, twelfth, .raw(232.5, 703.889)),
      // x = 187.5 + 0.010/0.0357·375; y = 406 + 0.054/0.0720·812 − 375.
      (
        "eyetrackkit: the iPhone 11 Pro's body, 375 up from the centre", kit, [rightMisses, plain], .both(292.542, 640)
      ),
      // ½·0.008/0.0357·375 + 187.5 and 406 + ½·(0.046/0.0720·812 − 375).
      ("eyetrackkit: an eye that never hit counts as (0, 0)", kit, [rightMisses], .raw(229.517, 477.889)),
      ("eyetrackkit: an eye that misses keeps its last hit", kit, [plain, bothMiss], .raw(292.542, 640)),
      ("eyetrackkit: each eye its own", kit, [rightMisses, plain, leftMisses], .raw(292.542, 640)),
      ("eyetrackkit: no blink is above its threshold of 1", kit, [closed], .raw(292.542, 640)),
      // The head's hit is (0.01, −0.05): at first x = (0.010 + 0.01 + ½)·375, y = (½ + 0.054 + 0.05)·812; in a second
      // frame of a still head (0.510·375, 0.554·812).
      (
        "moawinberg: metres as shares of the screen, the head's movement added", moawinberg, [plain], .raw(195, 490.448)
      ),
      ("moawinberg: a still head adds nothing", moawinberg, [plain, plain], .raw(191.25, 449.848)),
      // The head's hit moves by (0.02, 0.02) with the face, and so do the eyes' hits.
      ("moawinberg: uncalibrated, nothing is smoothed", moawinberg, [plain, moved], .both(206.25, 417.368)),
      ("moawinberg: calibrated, scaled and shifted", calibrated, [plain], .raw(290, 1521.344)),
      // Means (193.125, 470.148).
      ("moawinberg: calibrated, the mean so far", calibrated, [plain, plain], .pointer(286.25, 1460.44)),
      // Gains 0.605·0.35·375/0.062391 = 1272.720 and 0.55·0.35·812/0.135097 = 1157.021; (0.2 + 0.1)/2, (0.3 − 0.1)/2.
      (
        "blendshapes: the left eye out and the right eye in are to the right, down is down", blendShape, [right],
        .raw(378.408, 521.702)
      ),
      (
        "blendshapes: mirrored", blendShape, [left], .pointer(-3.408, 290.298)
      ),
      ("blendshapes: at rest the centre", blendShape, [plain], .both(187.5, 406)),
    ]
    // The hit is (10, −54) mm, dX = 40, dY = −2.7, dW × dH = 62.391 × 135.097. In the interface's axes it is (10, −54)
    // in `portrait`, (−10, 54) in `portraitUpsideDown`, (54, 10) in `landscapeRight` and (−54, −10) in `landscapeLeft`.
    // In millimetres the rule gives (50, 56.7), (12.391, 78.397), (56.7, 12.391) and (78.397, 50).
    for (orientation, x, y) in [
      (ScreenOrientation.portrait, 300.524, 340.795), (.portraitUpsideDown, 74.476, 471.205),
      (.landscapeRight, 340.795, 74.476), (.landscapeLeft, 471.205, 300.524),
    ] {
      let pipeline = GazeCapturePipeline(.init(geometry: geometry.turned(to: orientation)))
      table.append(("gazecapture: \(orientation)", pipeline, [plain], .both(x, y)))
    }
    return table
  }

  @Test("the last of these frames gives the point that was computed by hand")
  func points() {
    for golden in Self.table {
      var (subject, last) = (golden.pipeline, PointerOutput(pointer: nil, rawPointer: nil))
      for frame in golden.frames { last = subject.step(frame) }
      // As published, virakri's segments are 2 m long, in Floats.
      let tolerance = golden.title.contains("as published") ? 0.05 : 0.02
      let isRight =
        switch golden.last {
        case .raw(let x, let y): isClose(last.rawPointer, x, y, within: tolerance)
        case .pointer(let x, let y): isClose(last.pointer, x, y)
        case .both(let x, let y): isClose(last.rawPointer, x, y) && last.pointer == last.rawPointer
        case .noRaw: last.rawPointer == nil
        }
      #expect(isRight, "\(golden.title): \(last)")
    }
  }

  @Test("without a hit or coefficients there is no pointer, and an earlier one holds")
  func holds() {
    let blendShape = BlendShapePipeline(.init(points: Self.points, metres: Self.geometry.metres))
    for (pipeline, missing) in [
      (HeatMapPipeline(.iPhoneX(HeatMapPipeline.plane)), Self.leftMisses),
      (HeatMapPipeline(.iPhoneX(HeatMapPipeline.plane)), Self.rightMisses),
      (GazeCapturePipeline(.init(geometry: Self.geometry)), Self.leftMisses),
      (blendShape, Self.shapes(nil)),
    ] as [(any PointerPipeline, FaceFrame)] {
      var subject = pipeline
      #expect(subject.step(missing) == PointerOutput(pointer: nil, rawPointer: nil))
      let first = subject.step(Self.plain).pointer
      #expect(subject.step(missing) == PointerOutput(pointer: first, rawPointer: nil))
    }
  }

  @Test("moawinberg's calibrated pointer is rounded to 0.01 point")
  func rounded() {
    let map = FivePointMap(scale: SIMD2(2, 3), shift: SIMD2(-100, 50))
    let pointer = MoawinbergPipeline(.init(points: Self.points, map: map)).pointer(PlainFrame(), PlainFrame())
    #expect(pointer.map { ($0 * 100).rounded(.toNearestOrEven) / 100 == $0 } == true)
  }

  @Test("gazecapture's rule is the geometry's own in every orientation", arguments: ScreenOrientation.allCases)
  func sameAsGeometry(orientation: ScreenOrientation) {
    let turned = Self.geometry.turned(to: orientation)
    let device = GazeCapturePipeline.Device(turned)
    for hit in [SIMD2(0.0, 0), SIMD2(0.03, -0.12), SIMD2(-0.02, 0.01), SIMD2(0.1, 0.2)] {
      let point = device.cam2screen(orientation.interface(fromPortrait: hit) * 1000, orientation) / 1000
      expectNear(point * turned.pointsPerMetre, turned.point(ofHit: hit), 1e-9)
    }
  }

  @Test("eyetrackkit's device table, and the values of an app for another device")
  func devices() {
    // With Display Zoom, EyeTrackKit's table has no row for the iPhone 11 Pro's screen.
    for (device, points, metres, compensation) in [
      ("iphone11", SIMD2(414, 896), SIMD2(0.0757, 0.1509), SIMD2(0, 414)),
      ("ipadpro11gen2", SIMD2(834, 1194), SIMD2(0.1785, 0.2476), SIMD2(0, 417)),
      ("ipadpro11gen2", SIMD2(1194, 834), nil, SIMD2(417, 0)),
      ("iphonex", SIMD2(375, 812), SIMD2(0.06, 0.13), SIMD2(0, 375)),
      ("iphone11pro", SIMD2(320, 693), SIMD2(0.06, 0.13), nil),
    ] as [(String, SIMD2<Double>, SIMD2<Double>?, SIMD2<Double>?)] {
      let settings = EyeTrackKitPipeline.Settings(
        device: device, metres: SIMD2(0.06, 0.13), points: points, ends: .converted)
      if let metres { #expect(settings.metres == metres, "\(device)") }
      if let compensation { #expect(settings.compensation == compensation, "\(device)") }
    }
  }

  /// 375/163 inch = 58.4356 mm and 812/163 inch = 126.5325 mm; the 12 mini's panel is 360 × 780 at scale 3.
  @Test("shiru99 assumes 163 points an inch, whatever the phone")
  func metres() {
    for (panel, x, y) in [(Self.points, 58.4356, 126.5325), (SIMD2(360, 780), 56.0982, 121.5460)] {
      let metres = Shiru99Pipeline.Settings(points: Self.points, panelPoints: panel).metres * 1000
      #expect(isClose(metres, x, y, within: 1e-3))
    }
  }
}
