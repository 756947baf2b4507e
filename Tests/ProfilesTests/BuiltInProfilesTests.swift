import Foundation
import GazePipeline
import GazeRecording
import Profiles
import TestSupport
import Testing

private let table = sharedData.appending(path: "../reference/devices.csv").standardizedFileURL

struct BuiltInProfilesTests {
  @Test("All profiles are embedded, and they are the files of the folder")
  func embedded() throws {
    let folder = packageRoot.appendingPathComponent("profiles")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
    #expect(BuiltInProfiles.all.map { $0.id + ".json" }.sorted() == files.sorted())
    #expect(BuiltInProfiles.ids == BuiltInProfiles.all.map(\.id))
    for profile in BuiltInProfiles.all {
      let path = folder.appendingPathComponent(profile.id + ".json").path
      #expect(try DeviceProfile(path: path) == profile)
    }
  }

  @Test("Every screen is its panel's pixels by their density, to 1e-6 m")
  func sizes() {
    for profile in BuiltInProfiles.all {
      let inch = 0.0254
      #expect(abs(profile.screen.width.value - profile.panel.width / profile.panel.ppi * inch) < 1e-6)
      #expect(abs(profile.screen.height.value - profile.panel.height / profile.panel.ppi * inch) < 1e-6)
      #expect(profile.screen.width.provenance == .derived && profile.screen.width.sigma > 0)
      #expect(!profile.modelIdentifiers.isEmpty && !profile.camera.x.source.isEmpty)
      if let drawing = profile.drawing {
        #expect(abs(profile.screen.width.value - drawing.width) < 1e-3)
        #expect(abs(profile.screen.height.value - drawing.height) < 1e-3)
      }
    }
  }

  @Test("No identifier and no model identifier occurs twice")
  func unique() {
    let all = BuiltInProfiles.all
    #expect(Set(all.map(\.id)).count == all.count)
    let models = all.flatMap(\.modelIdentifiers)
    #expect(Set(models).count == models.count)
  }

  @Test("The articles' phone")
  func iPhone12Mini() throws {
    let profile = try BuiltInProfiles.library().profile(id: "iphone12mini")
    #expect(
      profile.geometry
        == ScreenGeometry(
          points: SIMD2(375, 812), metres: SIMD2(0.05763, 0.124866), camera: SIMD2(0.0376, 0.0027)))
    #expect(try BuiltInProfiles.library().profile(modelIdentifier: "iPhone13,1") == profile)
  }

  @Test(
    "Every number is the table's",
    .enabled(if: FileManager.default.fileExists(atPath: table.path), "the table of devices is not beside this package"))
  func equalsTable() throws {
    let rows = try String(contentsOf: table, encoding: .utf8).split(whereSeparator: \.isNewline).map(fields)
    let columns = Dictionary(uniqueKeysWithValues: try #require(rows.first).enumerated().map { ($1, $0) })
    #expect(rows.dropFirst().count == BuiltInProfiles.all.count)
    for row in rows.dropFirst() {
      func text(_ name: String) -> String { columns[name].map { row[$0] } ?? "" }
      func number(_ name: String) -> Double { Double(text(name)) ?? .nan }
      let profile = try #require(BuiltInProfiles.all.first { $0.id == text("id") })
      #expect(profile.name == text("name"))
      #expect(profile.modelIdentifiers.joined(separator: ";") == text("model_identifiers"))
      #expect(
        profile.points
          == DeviceProfile.Points(width: number("points_w"), height: number("points_h"), scale: number("scale")))
      #expect(
        profile.panel
          == DeviceProfile.Panel(width: number("panel_px_w"), height: number("panel_px_h"), ppi: number("ppi")))
      let (screen, camera) = (profile.screen, profile.camera)
      #expect(screen.width.value == number("screen_w_m") && screen.height.value == number("screen_h_m"))
      #expect(screen.width.sigma == number("screen_sigma_m") && screen.height.sigma == number("screen_sigma_m"))
      #expect(camera.x.value == number("camera_x_m") && camera.y.value == number("camera_y_m"))
      #expect(camera.x.sigma == number("camera_sigma_x_m") && camera.y.sigma == number("camera_sigma_y_m"))
      #expect(camera.x.provenance.rawValue == text("camera_provenance") && camera.x.source == text("camera_basis"))
      // The one row whose basis says that only x was published.
      let provenance = text("camera_basis").contains("y estimated") ? "estimated" : text("camera_provenance")
      #expect(camera.y.provenance.rawValue == provenance)
      let drawing = text("drawing_w_m").isEmpty ? nil : SIMD2(number("drawing_w_m"), number("drawing_h_m"))
      #expect(profile.drawing.map { SIMD2($0.width, $0.height) } == drawing)
    }
  }

  /// Splits a line at the commas outside quotes.
  private func fields(_ line: Substring) -> [String] {
    var (fields, isQuoted) = ([""], false)
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}
