import Foundation
import GazeImport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

struct GazeColumnsTests {
  private let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  /// The screen of a table, as the profile of its device has it.
  private func screen(_ table: TrackerTable) -> ScreenGeometry {
    table.isOfMonitor
      ? ScreenGeometry(points: SIMD2(1920, 1080), metres: SIMD2(0.528, 0.297), camera: SIMD2(0.264, -0.01))
      : Imported.screen
  }

  private func imported(
    _ text: String, _ configure: (inout ImportOptions) throws -> Void = { _ in }
  ) throws -> Imported {
    try Imported(try scratch.write(text, to: "gaze.csv"), .table, configure)
  }

  @Test(
    "a table of gaze without poses becomes a pointer with its targets, whatever exports it",
    arguments: TrackerTable.allCases)
  func exports(_ table: TrackerTable) throws {
    let screen = screen(table)
    let take = try imported(table.text) {
      $0.screen = screen
      if table.growsUpwards { $0.growsUpwards = true }
    }
    // Stamps are rounded to 0.01 ms.
    #expect(take.frames.count == table.rows)
    expectNear(take.header.rate, table.rate, 0.05)
    #expect(take.quality.hasNoFaces == true && take.quality.lostFrames == TrackerTable.lost)
    #expect(take.quality.targets == TrackerTable.targets && take.quality.unusableFrames == 0)
    #expect(take.frames.allSatisfy { !$0.observation.frame.hasFace })
    #expect(take.header.eyeDistance == nil)
    var (sum, count) = (SIMD2<Double>.zero, 0.0)
    for (row, frame) in take.frames.enumerated() where row % table.rowsOfTarget >= table.moving {
      guard let pointer = frame.observation.app.pointer, let target = frame.observation.target else { continue }
      sum += (pointer - target) / screen.points
      count += 1
    }
    // The mean of 840 samples with a spread of 0.005 is within 0.0007 of the planted offset (4 standard errors).
    let off = sum / count - TrackerTable.offset
    #expect(count == Double(table.rows - TrackerTable.lost - TrackerTable.targets * table.moving))
    #expect(max(abs(off.x), abs(off.y)) < 0.0007, "\(off)")
  }

  @Test("the stated distance is in header and assumptions; without it no degrees")
  func distance() throws {
    let stated = try imported(TrackerTable.log.text) { ($0.distance, $0.distanceIsStated) = (0.35, true) }
    #expect(stated.header.eyeDistance == 0.35)
    #expect(stated.header.assumptions.contains { $0.contains("350.0 mm away, as stated") })
    let plain = try imported(TrackerTable.log.text)
    #expect(plain.header.assumptions.contains { $0.contains("no figure is in degrees") })
  }

  @Test("a target -1 shows none; two eyes are averaged, or one taken")
  func rows() throws {
    var text = "time_ms,left_x,left_y,right_x,right_y,target_x,target_y,target_id\n"
    for row in 0..<60 {
      let right = row == 10 ? "nan,nan" : "210,320"
      text += "\(Double(row) * 1000 / 60),\(row == 20 ? "," : "190,280"),\(right),200,300,\(row < 5 ? -1 : 7)\n"
    }
    let frames = try imported(text).frames.map(\.observation)
    #expect(frames[0].target == nil && frames[5].target == SIMD2(200, 300))
    #expect(frames[0].app.pointer == SIMD2(200, 300))
    #expect(frames[10].app.pointer == SIMD2(190, 280) && frames[20].app.pointer == SIMD2(210, 320))
  }

  @Test("pixels, shares and other origins are converted, and what nothing states is asked for")
  func units() throws {
    func table(_ place: (SIMD2<Double>) -> SIMD2<Double>) -> String {
      "time,x,y,tx,ty\n"
        + (0..<120).map { row in
          let at = place(row < 60 ? SIMD2(75, 100) : SIMD2(300, 700))
          return "\(Double(row) / 60),\(at.x),\(at.y),\(at.x),\(at.y)"
        }.joined(separator: "\n")
    }
    func targets(_ text: String, _ configure: (inout ImportOptions) throws -> Void = { _ in }) throws -> [SIMD2<Double>]
    {
      let frames = try imported(text, configure).frames
      return [frames[0], frames[119]].compactMap(\.observation.target)
    }
    let points = [SIMD2(75.0, 100), SIMD2(300, 700)]
    func near(_ found: [SIMD2<Double>]) -> Bool {
      found.count == 2 && zip(found, points).allSatisfy { ($0 - $1).length < 1e-9 }
    }
    #expect(try targets(table { $0 }) == points)
    #expect(near(try targets(table { $0 / SIMD2(375, 812) })))
    #expect(near(try targets(table { $0 * 3 }) { $0.screenUnits = SIMD2(1125, 2436) }))
    #expect(near(try targets(table { SIMD2($0.x, 812 - $0.y) }) { $0.growsUpwards = true }))
    #expect(near(try targets(table { $0 - SIMD2(187.5, 406) }) { $0.growsUpwards = false }))
    for (text, size, expected) in [
      (table { $0 * 3 }, nil, "off the iphone12mini's 375 x 812 points; state the device, or state the screen's size"),
      (table { $0 - SIMD2(187.5, 406) }, nil, "nothing states whether y grows up or down; state the direction of y"),
      (table { $0 * 3 }, SIMD2(2436, 1125), "a screen of 2436 x 1125 has another shape"),
      (
        table { $0 / SIMD2(375, 812) }, SIMD2(1125, 2436), "as shares of a screen do, and not on one of 1125 x 2436"
      ),
    ] as [(String, SIMD2<Double>?, String)] {
      let found = message { _ = try imported(text) { $0.screenUnits = size } } ?? "none"
      #expect(found.contains(expected))
    }
  }

  @Test("x and y without targets are no gaze, with the missing columns named")
  func noTargets() throws {
    let found = message { _ = try imported("time,x,y,z\n0,1,2,3\n") } ?? "none"
    #expect(found.contains("has no pose of the left eye"))
    #expect(found.contains("or, without any pose, a gaze on the screen (gaze_x gaze_y"))
  }
}
