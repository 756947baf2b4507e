import Foundation
import GazeImport
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate
@testable import Inspection

@Suite struct QualityRunTests {
  private static let data = sharedData.appending(path: "etdq")
  private static let isThere = FileManager.default.fileExists(atPath: data.appending(path: "reference.txt").path)
  private static let tobii = QualityRun.Screen(
    metres: SIMD2(0.528, 0.2969997), units: SIMD2(1920, 1080), distance: 0.65)

  private func text(_ value: Double?, _ decimals: Int = 4) -> String {
    value.map { String(format: "%.\(decimals)f", $0) } ?? "-"
  }

  @Test(
    "every number of ETDQualitizer's own output is reproduced, by target and over the whole table",
    .enabled(if: isThere, "third-party data ../shared/data/etdq is not here"))
  func reference() throws {
    let report = try QualityRun(path: Self.data.appending(path: "Tobii_Spectrum_120Hz.tsv").path, screen: Self.tobii)
      .report()
    #expect(!report.isLog && report.settleSeconds == 0 && report.visits == .together)
    let reference = try String(contentsOf: Self.data.appending(path: "reference.txt"), encoding: .utf8)
    var eye = ""
    var rows = 0
    for line in reference.split(whereSeparator: \.isNewline) {
      var fields = line.split(separator: " ").map(String.init)
      if fields.first == "left" || fields.first == "right" { eye = fields.removeFirst() }
      guard fields.count == 7, Int(fields[0]) != nil else { continue }
      let own = try #require(report.eyes.first { $0.eye == eye }?.targets.first { $0.target == fields[0] })
      let f = own.figures
      let ours = [
        f.accuracyDegrees, f.precisionRMSS2SDegrees, f.precisionSTDDegrees, f.bceaDegrees2, f.dataLoss.map { $0 * 100 },
        f.effectiveFrequency,
      ].map { text($0) }
      #expect(ours == Array(fields.dropFirst()), "\(eye) \(fields[0])")
      rows += 1
    }
    #expect(rows == 18)
    for own in report.eyes {
      for expected in [
        "RMS-S2S using median (\(own.eye) eye): \(text(own.whole.precisionRMSS2SMedianDegrees)) deg",
        "RMS-S2S using moving window (\(own.eye) eye): \(text(own.whole.precisionRMSS2SWindowDegrees)) deg",
        "Data loss from invalid samples (\(own.eye) eye): \(text(own.whole.dataLoss.map { $0 * 100 }, 1))%",
        "Data loss from expected #samples (\(own.eye) eye): \(text(own.whole.dataLossExpected.map { $0 * 100 }, 1))%",
        "Effective frequency (\(own.eye) eye): \(text(own.whole.effectiveFrequency, 1)) Hz",
      ] { #expect(reference.contains(expected), "\(expected)") }
    }
  }

  private func report(
    _ text: String, _ screen: QualityRun.Screen, _ change: (inout QualityRun) -> Void = { _ in }
  ) throws -> QualityReport {
    let scratch = try ScratchFolder()
    var run = QualityRun(path: try scratch.write(text, to: "table.csv"), screen: screen)
    change(&run)
    return try run.report()
  }

  /// A gaze that is near these targets, some rows of a sixtieth of a second each, with places from the screen's middle
  /// changed to another system.
  private func table(
    _ targets: [SIMD2<Double>], rows: Int = 60, clock: Double = 1, _ place: (SIMD2<Double>) -> SIMD2<Double> = { $0 }
  ) -> String {
    "t,x,y,tar_x,tar_y\n"
      + (0..<rows * targets.count).map { i in
        let target = targets[i / rows]
        let (gaze, at) = (place(target + SIMD2(sin(Double(i)) * 5 + 8, cos(2 * Double(i)) * 4)), place(target))
        return "\(Double(i) / 60 * clock),\(gaze.x),\(gaze.y),\(at.x),\(at.y)"
      }.joined(separator: "\n")
  }

  @Test("the same gaze from the corner or the middle, y up or down, in seconds or microseconds, has the same figures")
  func conventions() throws {
    let targets = [SIMD2(100.0, -200), SIMD2(300, 250)]
    func report(
      _ origin: ScreenAxes.Origin, up growsUpwards: Bool, _ clock: Double,
      _ place: (SIMD2<Double>) -> SIMD2<Double>
    ) throws -> QualityReport {
      try self.report(
        table(targets, rows: 30, clock: clock, place),
        .init(
          metres: SIMD2(0.06, 0.12), units: SIMD2(800, 1600), distance: 0.35, origin: origin,
          growsUpwards: growsUpwards))
    }
    let middle = try report(.middle, up: true, 1) { $0 }
    #expect(middle.targets == 2 && middle.eyes.map(\.eye) == ["both"])
    for other in [
      try report(.middle, up: false, 1e6) { $0 * SIMD2(1, -1) },
      try report(.topLeft, up: false, 1e3) { SIMD2($0.x + 400, 800 - $0.y) },
      try report(.topLeft, up: true, 1) { SIMD2($0.x + 400, $0.y - 800) },
    ] {
      expectNear(other.mean.accuracyDegrees, middle.mean.accuracyDegrees, 1e-9)
      expectNear(other.mean.precisionSTDDegrees, middle.mean.precisionSTDDegrees, 1e-9)
      expectNear(other.mean.bceaDegrees2, middle.mean.bceaDegrees2, 1e-9)
      #expect(other.eyes[0].targets.count == 2)
    }
    // 8 px of 0.075 mm at 350 mm.
    expectNear(middle.mean.accuracyDegrees, atan2(8 * 0.075, 350) * 180 / .pi, 0.01)
  }

  /// A log of every frame of a person who looks at targets as the app shows them, and the figures of `evaluate` for the
  /// same person.
  private func log(
    _ participant: Int = 0
  ) async throws -> (table: String, person: PersonResult, screen: QualityRun.Screen) {
    let run = try Run.mini(seed: 3, participants: participant + 1, duration: 60, personCalibration: .none)
    var pipeline = run.personalPipeline(participant)
    var table = "timestamp,gaze_x,gaze_y,tar_x,tar_y\n"
    var depth = (sum: 0.0, count: 0.0)
    for recorded in run.simulation.frames(participant: participant) {
      let frame = recorded.observation.frame
      let output = pipeline.step(frame)
      let gaze = output.rawPointer == nil || frame.blink.max() > 0.5 ? nil : output.pointer
      let target = recorded.observation.target
      table += "\(frame.time),\(gaze?.x ?? .nan),\(gaze?.y ?? .nan),\(target?.x ?? .nan),\(target?.y ?? .nan)\n"
      // The distance is measured from the eye and not from the face's origin, which is 3 cm further away: a tenth of
      // the distance.
      if let face = frame.cameraFromFace, let eye = CyclopeanEye(frame) {
        depth = (depth.sum + abs(face.apply(eye.origin).z), depth.count + 1)
      }
    }
    let geometry = run.profile.geometry
    let screen = QualityRun.Screen(
      metres: geometry.metres, units: geometry.points, distance: depth.sum / depth.count)
    return (table, try await run.people(jobs: 1)[participant].pointer, screen)
  }

  @Test("a log of every frame with revisited targets has the figures of evaluate", arguments: [0, 1])
  func everyFrame(participant: Int) async throws {
    let (table, person, screen) = try await log(participant)
    let report = try report(table, screen)
    #expect(report.isLog && report.settleSeconds == 0.6 && report.visits == .apart)
    #expect(report.targets == 16 && report.eyes[0].targets.contains { $0.stretches > 1 })
    #expect(report.notes.contains { $0.contains("a log of every frame; the first 0.6 s") })
    // The table has a single distance and does not contain the head's rotation, so its figures differ from those of
    // `evaluate` by a few hundredths.
    for (own, other) in [
      (report.mean.precisionSTDDegrees, person.precisionSTDDegrees),
      (report.mean.accuracyDegrees, person.accuracyDegrees),
    ] { expectNear(try #require(own) / #require(other), 1, 0.05) }
    // The frequencies agree to within 2 Hz.
    expectNear(report.mean.effectiveFrequency, person.effectiveFrequency, 2)
  }

  @Test("the eyes' movements and the time between visits are in the figures on request")
  func asGiven() async throws {
    let (table, person, screen) = try await log()
    let given = try report(table, screen) { ($0.settling, $0.visits) = (0, .together) }
    #expect(given.isLog && given.eyes[0].targets.allSatisfy { $0.stretches == 1 })
    let std = try #require(person.precisionSTDDegrees)
    #expect(try #require(given.mean.precisionSTDDegrees) > 4 * std)
    #expect(try #require(given.mean.effectiveFrequency) < 30)
    #expect(given.notes.contains { $0.contains("as you asked") })
  }

  @Test(
    "stretches that were cut out are taken as they are; visits are one stretch unless --visits apart separates them")
  func cut() throws {
    // Two visits of each of two targets, 1 s each at 50 Hz, half a second between them, the gaze on the target.
    var table = "t,x,y,tar_x,tar_y,target_id\n"
    for visit in 0..<4 {
      for i in 0..<50 {
        let place = visit % 2 == 0 ? -300.0 : 300
        let time = Double(visit) * 1.5 + Double(i) / 50
        table += "\(time),\(place + sin(Double(i)) * 5),\(3 * visit),\(place),0,\(visit % 2)\n"
      }
    }
    let together = try report(table, Self.tobii)
    #expect(!together.isLog && together.settleSeconds == 0 && together.visits == .together)
    let targets = together.eyes[0].targets
    #expect(targets.map(\.samples) == [100, 100] && targets.map(\.stretches) == [1, 1])
    #expect(together.notes.contains { $0.contains("2 of 2 targets are visited more than once") })
    let apart = try report(table, Self.tobii) { $0.visits = .apart }
    #expect(apart.eyes[0].targets.map(\.stretches) == [2, 2] && apart.eyes[0].targets.map(\.samples) == [100, 100])
    expectNear(apart.mean.effectiveFrequency, 50, 0.01)
    #expect(try #require(together.mean.effectiveFrequency) < 30)
    #expect(
      try #require(apart.mean.precisionSTDDegrees) < (try #require(together.mean.precisionSTDDegrees)))
    let settled = try report(table, Self.tobii) { ($0.visits, $0.settling) = (.apart, 0.5) }
    #expect(settled.eyes[0].targets.map(\.samples) == [50, 50])
  }

  @Test("a table that cannot be judged is refused with the reason")
  func faults() throws {
    let header = "t,x,y,tar_x,tar_y\n"
    let cases: [(String, String)] = [
      ("0,1,1,1,1\n", "has 1 rows of data; expected at least two"),
      ("5,1,1,1,1\n5,1,1,1,1\n", "expected times that increase"),
      ("0,1,1,1,1\n1e9,1,1,1,1\n", "no eye tracker's rate"),
      ("0,1,1,,\n1,1,1,,\n", "no row has a target"),
      ("0,1,1,1e9,1\n10,1,1,1,1\n", "off the screen's middle"),
    ]
    for (rows, expected) in cases {
      #expect { try report(header + rows, Self.tobii) } throws: { "\($0)".contains(expected) }
    }
    var middle = Self.tobii
    middle.origin = .middle
    let rows = "0,1500,800,1500,800\n8,1500,800,1500,800\n16,1500,800,1500,800\n"
    let wrong = try report(header + rows, middle)
    #expect(wrong.warnings == ["1 of 1 targets lie off the screen: --origin topleft --y down fits"])
    #expect(try report(header + rows, Self.tobii).warnings.isEmpty)
  }

  @Test(
    "coordinates that are never negative begin in a corner, those of both signs in the middle, and figures are the same"
  )
  func detectedOrigin() throws {
    // The first second shows only targets that would fit either origin.
    let targets = [SIMD2(300.0, 250), SIMD2(200, 300), SIMD2(-350, -250), SIMD2(0, 0)]
    let corners = table(targets) { SIMD2($0.x + 400, 800 - $0.y) }
    var screen = QualityRun.Screen(metres: SIMD2(0.06, 0.12), units: SIMD2(800, 1600), distance: 0.35)
    let middle = try report(table(targets), screen)
    let corner = try report(corners, screen)
    screen.growsUpwards = true
    let below = try report(table(targets) { SIMD2($0.x + 400, $0.y + 800) }, screen)
    #expect([middle, corner, below].map(\.origin) == ["center", "topleft", "bottomleft"])
    #expect([middle, corner, below].map(\.y) == ["up", "down", "up"])
    #expect(middle.coordinates == "from the screen's middle (targets have both signs), y up as assumed")
    #expect(corner.coordinates == "from the top-left corner (no target is negative), y down")
    let expected = try #require(middle.mean.accuracyDegrees)
    for other in [corner, below] {
      expectNear(other.mean.accuracyDegrees, expected, 1e-9)
      #expect(other.warnings.isEmpty && other.eyes[0].targets.count == 4)
    }
    // With the former default, the middle, the corner's table is seen from aside.
    screen.growsUpwards = nil
    screen.origin = .middle
    let aside = try report(corners, screen)
    #expect(abs(try #require(aside.mean.accuracyDegrees) - expected) > 1e-4)
    #expect(!aside.warnings.isEmpty)
  }

  @Test("sizes whose millimetres per unit differ by more than a tenth between the axes are not of one screen")
  func stretched() {
    func screen(_ width: Double, _ height: Double, _ units: SIMD2<Double>) -> QualityRun.Screen {
      QualityRun.Screen(metres: SIMD2(width, height), units: units, distance: 0.35)
    }
    #expect(!screen(0.0576, 0.1249, SIMD2(375, 812)).isStretched)
    #expect(screen(0.1249, 0.0576, SIMD2(375, 812)).isStretched)
    #expect(!screen(0.108, 0.1, SIMD2(100, 100)).isStretched && screen(0.112, 0.1, SIMD2(100, 100)).isStretched)
    #expect(!screen(0.0576, 0.1249, SIMD2(1, 1)).isStretched)
  }
}
