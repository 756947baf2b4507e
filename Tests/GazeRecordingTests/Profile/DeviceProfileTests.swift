import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

struct DeviceProfileTests {
  private func profile(_ changes: (String, String)...) throws -> DeviceProfile {
    let text = changes.reduce(profileJSON) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    return try DeviceProfile(json: Data(text.utf8), path: "p.json")
  }

  @Test("A profile reads into geometry, smoothing, trigger and gates, and back")
  func reads() throws {
    let profile = try profile()
    #expect(
      profile.geometry
        == ScreenGeometry(
          points: SIMD2(375, 812), metres: SIMD2(0.0576, 0.1249), camera: SIMD2(0.0376, -0.0027)))
    #expect(profile.smoothing.settings == OneEuroFilter.Settings(minCutoff: 2, beta: 0.02, derivativeCutoff: 1))
    #expect(profile.trigger.settings.holdLimit == 0.7 && profile.screen.height.provenance == .published)
    #expect(
      profile.gates?.limits == [DeviceProfile.Gate(metric: "pointer.errorPoints.median", limit: 30, direction: .max)])
    #expect(profile.drawing == nil)
    #expect(try DeviceProfile(json: JSONEncoder().encode(profile), path: "p.json") == profile)
  }

  /// Changes of the profile, and the errors: `old -> new => error`. Numbers may be plausible alone, but not together.
  private static let faults = #"""
    gazesim.profile -> gazesim.other => field "schema": expected "gazesim.profile"
    "version":1 -> "version":2 => field "version": expected 1; a newer one needs a newer gazesim
    "version":1, ->  => field "version": is missing
    x-1 ->  => field "id": expected 1 to 64 of a-z, 0-9 and -
    x-1 -> ../x => field "id": expected 1 to 64 of a-z, 0-9 and -
    x-1 -> X => field "id": expected 1 to 64 of a-z, 0-9 and -
    x-1 -> xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx => field "id": expected 1 to 64
    "width":375 -> "width":99 => field "points.width": expected a number from 100.0 to 10000.0
    "width":375 -> "width":"375" => field "points.width": expected a number
    "width":375 -> "width":null => field "points.width": expected a number, found null
    0.0576 -> 0.01 => field "screen.width.value": expected metres from 0.02 to 1.0, found 0.01
    0.0576 -> -0.0576 => field "screen.width.value": expected metres from 0.02 to 1.0
    0.0576 -> 57.6 => field "screen.width.value": expected metres from 0.02 to 1.0, found 57.6; 57.6 mm are 0.0576 m
    "sigma":0, -> "sigma":-0.001, => field "screen.height.sigma": expected a number from 0.0 to 1.0
    "sigma":0, ->  => field "screen.height.sigma": is missing
    -0.0027 -> -1.1 => field "camera.y.value": expected metres from -1.0 to 1.0, found -1.1
    "unit":"m","provenance":"assumed" -> "unit":"mm","provenance":"assumed" => field "camera.y.unit"
    published -> invented => field "screen.height.provenance":
    "minCutoff":2 -> "minCutoff":0 => field "smoothing.settings.minCutoff": expected a number from
    "oneEuro" -> "kalman" => field "smoothing.filter": expected "oneEuro"
    "edgeZone":0.1 -> "edgeZone":0.6 => field "trigger.settings.edgeZone": expected a number from 0.0 to 0.5
    "max" -> "most" => field "gates.limits.0.direction":
    0.0576 -> 0.2 => field "screen.width.value": expected about 57.6 mm, which panel.width and panel.ppi imply
    "ppi":476 -> "ppi":326 => field "screen.width.value": expected about 84.1 mm
    0.1249 -> 0.1349 => field "screen.height.value": expected about 124.9 mm
    "scale":3 -> "scale":1 => field "points.width": expected about panel.width / points.scale, which is 1080
    "height":812 -> "height":667 => field "points.height": expected points in the screen's aspect ratio
    0.0376 -> 0.4 => field "camera.x.value": expected within 30 mm of the screen, -36.0 mm to 93.6 mm
    -0.0027 -> -0.4 => field "camera.y.value": expected within 30 mm of the screen
    "panel" -> "drawing":{"width":0.065,"height":0.1249},"panel" => drawing.width": expected about screen.width.value
    "limit":30 -> "limit":1e999 => is not valid JSON: a number is out of range
    "sigma":0, -> "sigma":, => p.json:4: is not valid JSON: expected a value, found `,
    [1]}} -> [1]} => is not valid JSON: expected `,` or `}`, found the end of the file
    """#

  @Test("A value of large sigma may differ from the panel's; Display Zoom has fewer points")
  func tolerated() throws {
    #expect(try profile(("0.0576", "0.0620"), ("\"sigma\":0.0002", "\"sigma\":0.002")).screen.width.value == 0.0620)
    let zoomed = try profile(("\"width\":375,\"height\":812", "\"width\":320,\"height\":693"))
    #expect(zoomed.geometry.points == SIMD2(320, 693))
  }

  @Test("A profile is checked, and the error names the field")
  func fault() throws {
    for row in Self.faults.split(separator: "\n") {
      let parts = row.matches(of: /^(.*) -> (.*) => (.*)$/)[0]
      let error = try #require(message { _ = try profile((String(parts.1), String(parts.2))) }, "\(row)")
      #expect(error.hasPrefix("p.json:") && error.contains(parts.3) && !error.contains("\n"), "\(row): \(error)")
    }
  }

  @Test(
    "A file that is far too large for a profile is not read completely",
    .enabled(if: access("/dev/zero", R_OK) == 0, "no /dev/zero"))
  func large() {
    #expect(message { _ = try DeviceProfile(path: "/dev/zero") }?.hasPrefix("/dev/zero: is larger than 1 MiB") == true)
  }
}
