import GazePipeline
import GazeSimulation
import Testing

@Suite struct SimulatedPhoneTests {
  @Test("phone 0 is the data sheet's; others scatter around it with its sigmas")
  func scatter() {
    #expect(mini.phone(0) == mini.geometry)
    // n = 4,000 phones; four standard errors of an SD.
    let n = 4000
    let phones = (1...n).map { mini.phone(UInt64($0)) }
    func sd(_ f: (ScreenGeometry) -> Double) -> Double {
      let values = phones.map(f)
      let mean = values.reduce(0, +) / Double(n)
      return (values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(n)).squareRoot()
    }
    let bound = 4 / (2 * Double(n)).squareRoot()
    #expect(abs(sd { $0.metres.x } / 0.00016 - 1) < bound)
    #expect(abs(sd { $0.camera.y } / 0.002 - 1) < bound)
    #expect(mini.phone(7) == mini.phone(7) && mini.phone(7) != mini.phone(8))
  }
}
