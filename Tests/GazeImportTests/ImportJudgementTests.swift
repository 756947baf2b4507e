import Foundation
import GazeImport
import GazeRecording
import TestSupport
import Testing

@testable import GazePipeline

/// Tests that a recording with faults is refused with an error that names the faults, and is mended on request. The
/// tests use Live Link rows, because all importers search for faults with the same code.
struct ImportJudgementTests {
  private let scratch: ScratchFolder
  private static let names = LiveLinkRowsTests.names

  init() throws { scratch = try ScratchFolder() }

  /// Row `index` of a take at 60 Hz that begins `start` seconds after midnight.
  private static func row(_ index: Int, start: Double = 36_000, scale: Double = 1) -> String {
    let frames = Int(start * 60) + index
    let (hours, minutes) = (frames / 216_000, frames / 3600 % 60)
    let timecode = String(format: "%02d:%02d:%02d:%02d.000", hours, minutes, frames / 60 % 60, frames % 60)
    let yaw = (0.05 + 0.0004 * Double(index % 700)) * scale
    return "\(timecode),61,0.\(index % 9),0,\(yaw),\(0.1 * scale),\(yaw - 0.06 * scale),\(0.1 * scale)"
  }

  private func file(_ rows: [String]) throws -> String {
    try scratch.write(([Self.names] + rows).joined(separator: "\n") + "\n", to: "a.csv")
  }

  private func refusal(_ rows: [String]) throws -> String {
    let path = try file(rows)
    return String(importFault(path, .livelink).dropFirst(path.count))
  }

  private func mended(_ rows: [String]) throws -> Imported {
    try Imported(try file(rows), .livelink) { $0.mends = true }
  }

  @Test("Other poses at the previous time are reported, and none left out")
  func coarseClock() throws {
    // If every second frame were damaged, the file would look like two takes.
    for every in [5, 10, 50] {
      let rows = (0..<200).map { index -> String in
        let clock = Self.row(index % every == every - 1 ? index - 1 : index).prefix { $0 != "," }
        return String(clock) + String(Self.row(index).drop { $0 != "," })
      }
      let take = try mended(rows)
      #expect(take.findings == [.sameTime] && take.plan.findings[0].count == 200 / every, "\(every)")
      #expect(take.frames.count == 200 && take.dropped == 0 && take.plan.findings[0].mended == nil)
    }
  }

  @Test("Values in no format are unknown: looked-at point, lost face's lids")
  func unknown() throws {
    let take = try Imported(try file([Self.row(0), "10:00:00:01.000,0", Self.row(2)]), .livelink)
    #expect(take.faces.allSatisfy { $0.lookAt.x.isNaN && $0.lookAt.z.isNaN })
    #expect(take.faces.map { $0.blink.x.isNaN } == [false, true, false])
  }

  @Test(
    "Frames out of order are refused with count and line, or sorted: 10 pairs")
  func disorder() throws {
    let rows = (0..<300).map { Self.row($0) }
    var exchanged = rows
    for index in stride(from: 20, to: 300, by: 29) { exchanged.swapAt(index, index + 4) }
    let error = try refusal(exchanged)
    #expect(
      error.hasPrefix(
        ":23: time runs back 20 times, first by 50.0 ms: frames are out of order. The option to mend it sorts"))
    let plain = try Imported(try file(rows), .livelink)
    let sorted = try mended(exchanged)
    #expect(areSame(sorted.frames, plain.frames) && sorted.header.rate == 60)
    #expect(sorted.findings == [.disorder] && sorted.plan.findings[0].count == 20)
    #expect(sorted.header.assumptions.contains { $0.hasPrefix("Mended: time runs back 20 times") })
    for distance in [2, 30, 210] {
      var far = rows
      far.swapAt(40, 40 + distance)
      let sorted = try mended(far)
      #expect(areSame(sorted.frames, plain.frames) && sorted.findings == [.disorder], "\(distance)")
    }
    var reversed = try mended(rows.reversed())
    #expect(areSame(reversed.frames, plain.frames))
    var generator = SeededGenerator(seed: 7)
    reversed = try mended(rows.shuffled(using: &generator))
    #expect(areSame(reversed.frames, plain.frames) && reversed.header.rate == 60)
  }

  @Test("Takes with clocks of their own become participants from 0")
  func takes() throws {
    let (a, b) = ((0..<120).map { Self.row($0) }, (0..<120).map { Self.row($0 + 300, start: 3600) })
    let mixed = zip(a, b).flatMap { [$0, $1] }
    for (rows, words) in [(mixed, "are mixed"), (a + b, "follow each other")] {
      let error = try refusal(rows)
      #expect(
        error.contains(
          "2 takes with clocks of their own \(words). The option to mend it makes each take a participant"))
      let split = try mended(rows)
      #expect(split.header.participants == 2 && split.header.rate == 60 && split.unplaced == 0)
      for participant in 0..<2 {
        let own = split.frames.filter { $0.observation.participant == participant }
        #expect(own.count == 120 && own.first?.observation.frame.time == 0)
        #expect(
          zip(own, own.dropFirst()).allSatisfy {
            abs($1.observation.frame.time - $0.observation.frame.time - 1 / 60) < 1e-9
          })
      }
    }
  }

  @Test("A repeated first line begins a take, also if the columns change their order")
  func headerAgain() throws {
    let names = Self.names.split(separator: ",").reversed().joined(separator: ",")
    let second = (200..<240).map { Self.row($0).split(separator: ",").reversed().joined(separator: ",") }
    let rows = (0..<40).map { Self.row($0) } + [names] + second
    #expect(try refusal(rows).contains("the first line occurs again: 2 takes in one file"))
    let split = try mended(rows)
    #expect(split.header.participants == 2 && split.frames.count == 80)
    #expect(split.frames[40].observation.frame.time == 0 && split.frames[40].observation.participant == 1)
    let alone = try Imported(try file((200..<240).map { Self.row($0) }), .livelink)
    var own = Array(split.frames.suffix(40))
    for index in own.indices { own[index].observation.participant = 0 }
    #expect(areSame(alone.frames, own))
  }

  @Test("Duplicate rows are counted, and left out only on request")
  func duplicates() throws {
    let rows = (0..<100).flatMap { $0 % 10 == 3 ? [Self.row($0), Self.row($0)] : [Self.row($0)] }
    let kept = try Imported(try file(rows), .livelink)
    #expect(kept.frames.count == 110 && kept.quality.sameTime == 10 && kept.quality.repeatedFrames == 10)
    #expect(kept.findings == [.duplicates] && kept.plan.findings[0].line == 6)
    #expect(kept.plan.findings[0].mended == nil)
    let dropped = try mended(rows)
    #expect(dropped.frames.count == 100 && dropped.dropped == 10 && dropped.quality.sameTime == 0)
  }

  @Test("The eyes' range distinguishes degrees from radians, but for outliers")
  func degrees() throws {
    let error = try refusal((0..<100).map { Self.row($0, scale: 180 / .pi) })
    #expect(error.hasPrefix(":2: 100 of 100 frames have angles that, read as radians, are beyond the range of"))
    #expect(error.hasSuffix("they are degrees. The option to mend it reads the angles as degrees"))
    let radians = try Imported(try file((0..<100).map { Self.row($0) }), .livelink)
    let mended = try mended((0..<100).map { Self.row($0, scale: 180 / .pi) })
    #expect(haveSameEyes(radians, mended))
    let one = (0..<100).map { Self.row($0, scale: $0 == 50 ? 30 : 1) }
    let odd = try Imported(try file(one), .livelink)
    #expect(odd.findings == [.other] && odd.plan.findings[0].line == 52)
  }

  @Test("Gaps, missing frames, losses and rate are counted (200 rows at 60 Hz)")
  func gaps() throws {
    var rows: [String] = []
    for index in 0..<200 where !(50..<53).contains(index) && !(100..<111).contains(index) {
      let row = Self.row(index)
      rows.append((150..<154).contains(index) || index == 160 ? row.prefix(15) + ",0" : row)
    }
    let take = try Imported(try file(rows), .livelink)
    #expect(take.quality.frames == 186 && take.quality.gaps == 2 && take.quality.missingFrames == 14)
    #expect(take.quality.lostFrames == 5 && take.quality.losses == 2 && take.header.rate == 60)
    #expect(take.quality.longestGaps.count == 2)
    expectNear(take.quality.longestGapSeconds, 0.2, 1e-9)
    expectNear(take.quality.dataLoss, 19.0 / 200, 1e-12)
    expectNear(take.quality.longestGaps.first?.after, 99.0 / 60, 1e-9)
  }

  @Test("The highest frame number in three seconds shows the frames a second of a timecode")
  func timecodeBase() throws {
    let rows = (0..<150).map { index in
      String(format: "10:00:%02d:%02d.000", index / 30, index % 30) + ",61,0,0,0.\(100 + index),0,0,0"
    }
    let take = try Imported(try file(rows), .livelink)
    #expect(take.header.rate == 30 && take.quality.gaps == 0)
    #expect(take.plan.remarks.contains { $0.contains("never reach 30") })
  }

  @Test(
    "Lengths of two possible units are refused with the units named")
  func ambiguousLengths() throws {
    // The face is 200 units away, and the eyes have no positions: the distance could be 2 m in centimetres or 0.2 m in
    // millimetres.
    let names = "time,face_qx,face_qy,face_qz,face_qw,face_x,face_y,face_z,left_qx,left_qy,left_qz,left_qw,"
    let rows = (0..<30).map { "\(Double($0) / 60),0,0,0,1,0,0,-200,0,0,0,1,0,0,0,1" }
    let path = try scratch.write(
      ([names + "right_qx,right_qy,right_qz,right_qw"] + rows).joined(separator: "\n"), to: "t.csv")
    for mends in [false, true] {
      let error = importFault(path, .table) { $0.mends = mends }
      #expect(error.contains("state it with the unit cm or the unit mm"))
    }
    let stated = try Imported(path, .table) { $0.lengths = .millimetres }
    #expect(stated.faces[0].face[14] == -0.2 && stated.plan.findings.isEmpty)
  }
}
