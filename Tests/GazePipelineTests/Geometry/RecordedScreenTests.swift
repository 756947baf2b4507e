import Foundation
import TestSupport
import Testing

@testable import GazePipeline

private let table = sharedData.appending(path: "i2mc/participant1-5.txt")

/// Checks the pipelines' ray and screen geometry on a desktop tracker's eye positions, gaze points and tilted screen
/// (Tobii TX300, 300 Hz).
///
/// The file gives each gaze point twice: in space, millimetres with four decimals, and on the screen, 0…1 with four
/// decimals. A least-squares affine map from the points on the screen to the points in space gives the screen's corner
/// and its two edges. With this corner and these edges, the gaze points must follow from the eyes' positions and
/// directions alone.
@Suite(
  .enabled(if: FileManager.default.fileExists(atPath: table.path), "the third-party data are not beside this package"))
struct RecordedScreenTests {
  private struct Sample {
    var eye: SIMD3<Double>
    var gaze: SIMD3<Double>
    var point: SIMD2<Double>
    var isValid: Bool
  }

  private let samples: [Sample]
  /// The screen's top-left corner and its edges to the right and down, metres.
  private let corner: SIMD3<Double>, right: SIMD3<Double>, down: SIMD3<Double>

  init() throws {
    let rows = try String(contentsOf: table, encoding: .utf8).split(whereSeparator: \.isNewline)
    let names = rows[0].split(separator: "\t").map(String.init)
    var samples: [Sample] = []
    for row in rows.dropFirst() {
      let fields = row.split(separator: "\t").map { Double($0) ?? .nan }
      func value(_ name: String) throws -> Double { fields[try #require(names.firstIndex(of: name))] }
      func point(_ name: String) throws -> SIMD3<Double> {
        SIMD3(try value(name + "x"), try value(name + "y"), try value(name + "z")) / 1000
      }
      for eye in ["L", "R"] {
        samples.append(
          Sample(
            eye: try point(eye + "EyePos3d"), gaze: try point(eye + "GazePos3d"),
            point: SIMD2(try value(eye + "GazePos2dx"), try value(eye + "GazePos2dy")),
            isValid: try value(eye + "Validity") == 0))
      }
    }
    self.samples = samples
    (corner, right, down) = Self.plane(samples.filter(\.isValid))
  }

  /// Least squares of gaze = corner + right · x + down · y: about the means the normal equations are two by two.
  private static func plane(_ samples: [Sample]) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    let n = Double(samples.count)
    let point = samples.reduce(SIMD2<Double>()) { $0 + $1.point } / n
    let gaze = samples.reduce(SIMD3<Double>()) { $0 + $1.gaze } / n
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    var (xg, yg) = (SIMD3<Double>(), SIMD3<Double>())
    for sample in samples {
      let (p, g) = (sample.point - point, sample.gaze - gaze)
      (xx, xy, yy) = (xx + p.x * p.x, xy + p.x * p.y, yy + p.y * p.y)
      (xg, yg) = (xg + g * p.x, yg + g * p.y)
    }
    let determinant = xx * yy - xy * xy
    let (right, down) = ((xg * yy - yg * xy) / determinant, (yg * xx - xg * xy) / determinant)
    return (gaze - right * point.x - down * point.y, right, down)
  }

  @Test("The screen is 514 × 290 mm, square to 1e-4, and leans back by 22°")
  func screen() {
    expectNear(right.length, 0.5138, 1e-4)
    expectNear(down.length, 0.2899, 1e-4)
    #expect(abs(right.normalized.dot(down.normalized)) < 1e-4)
    expectNear(Elementary.atan2(-down.z, -down.y).degrees, 22.07, 0.02)
  }

  @Test(
    "2,416 rays hit their gaze points within 1e-3 mm in space and 1e-4 of the screen; the four lost samples have none"
  )
  func rays() throws {
    // The tracker's numbers are right-handed with z towards the person. The camera's frame is the mirror image (x
    // right, y up, z away from the face), so z is inverted here once.
    let x = right.normalized
    let y = (-(down - x * down.dot(x))).normalized
    let away = -x.cross(y)
    func camera(_ v: SIMD3<Double>) -> SIMD3<Double> { SIMD3(v.dot(x), v.dot(y), v.dot(away)) }
    // A screen one point wide and high, with the camera in the top-left corner, so that points are shares of the
    // screen.
    let screen = ScreenGeometry(points: SIMD2(1, 1), metres: SIMD2(right.length, down.length), camera: .zero)
    var (hits, lost, inSpace, onScreen) = (0, 0, 0.0, 0.0)
    for sample in samples {
      let ray = GazeRay(origin: camera(sample.eye - corner), direction: camera(sample.gaze - sample.eye))
      guard let hit = screen.hit(of: ray) else {
        #expect(!sample.isValid)
        lost += 1
        continue
      }
      #expect(sample.isValid)
      hits += 1
      inSpace = max(inSpace, (corner + x * hit.x + y * hit.y - sample.gaze).length * 1000)
      let error = screen.point(ofHit: hit) - sample.point
      onScreen = max(onScreen, abs(error.x), abs(error.y))
    }
    #expect(hits == 2416 && lost == 4)
    // The file's own rounding leaves 0.87e-4 mm (half a digit in x, y and z) and 0.5e-4 of the screen.
    #expect(inSpace < 1e-3)
    #expect(onScreen < 1e-4)
    #expect(inSpace > 1e-6 && onScreen > 1e-6)
  }
}
