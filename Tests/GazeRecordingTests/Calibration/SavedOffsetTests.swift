import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct SavedOffsetTests {
  private let saved = SavedOffset(
    .init(mean: SIMD2(41.5, -12.25), deviation: SIMD2(14, 15)), calibration: SavedCalibration(.none, device: "x-1"),
    screen: SIMD2(375, 812), date: Date(timeIntervalSince1970: 1_700_000_000))

  @Test("an offset comes back from JSON")
  func roundTrip() throws {
    let data = try JSONEncoder().encode(saved)
    #expect(try JSONDecoder().decode(SavedOffset.self, from: data) == saved)
    #expect(data.count < 300 && saved.fits(SIMD2(375, 812)) && !saved.fits(SIMD2(812, 375)))
  }

  @Test(
    "a damaged file is refused",
    arguments: [
      ("[41.5,-12.25]", "[1001,0]"), ("[41.5,-12.25]", "[0]"), ("[14,15]", "[0,15]"), ("[14,15]", "[14,-1]"),
      ("[375,812]", "[0,812]"), ("[375,812]", "[1e400,812]"), ("\"x-1\"", "1"), ("\"date\"", "\"day\""),
    ])
  func damaged(from: String, to: String) throws {
    let json = try String(decoding: JSONEncoder().encode(saved), as: UTF8.self)
    let broken = json.replacingOccurrences(of: from, with: to)
    #expect(broken != json)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(SavedOffset.self, from: Data(broken.utf8)) }
  }
}
