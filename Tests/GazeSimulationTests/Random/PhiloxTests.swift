import Testing

@testable import GazeSimulation

struct PhiloxTests {
  @Test("the three known answers of Random123")
  func knownAnswers() {
    let all = UInt32.max
    let answers: [(SIMD4<UInt32>, SIMD2<UInt32>, SIMD4<UInt32>)] = [
      (.zero, .zero, SIMD4(0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8)),
      (
        SIMD4(repeating: all), SIMD2(repeating: all),
        SIMD4(0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd)
      ),
      (
        SIMD4(0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344), SIMD2(0xa409_3822, 0x299f_31d0),
        SIMD4(0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1)
      ),
    ]
    for (counter, key, answer) in answers { #expect(Philox.block(counter, key: key) == answer) }
  }
}
