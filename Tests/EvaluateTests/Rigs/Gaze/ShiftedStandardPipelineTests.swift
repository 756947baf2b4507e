import GazePipeline
import GazeRecording
import GazeSimulation
import Testing

@testable import Evaluate

@Suite struct ShiftedStandardPipelineTests {
  private func outputs(shift: SIMD2<Double>?) throws -> [PointerOutput] {
    let run = try Run.mini([.reading], participants: 1, duration: 20)
    let setup = run.setup
    let base = StandardPipeline(
      geometry: setup.geometry, person: .none, smoothing: setup.smoothing, trigger: setup.trigger)
    var pipeline: any PointerPipeline = base
    if let shift { pipeline = ShiftedStandardPipeline(base, by: shift, trigger: setup.trigger) }
    return run.simulation(of: .reading).frames(participant: 0).map { pipeline.step($0.observation.frame) }
  }

  @Test("without a shift it is standard; with one, both pointers move by it")
  func pointers() throws {
    let (plain, none) = (try outputs(shift: nil), try outputs(shift: .zero))
    #expect(plain == none && plain.count > 1000)
    let shift = SIMD2(30.0, -20.0)
    let moved = try outputs(shift: shift)
    #expect(zip(plain, moved).allSatisfy { ($0.pointer.map { $0 + shift }) == $1.pointer })
    #expect(zip(plain, moved).allSatisfy { ($0.rawPointer.map { $0 + shift }) == $1.rawPointer })
  }

  @Test("the trigger sees the moved pointer: below the edge the page scrolls down alone")
  func scrolls() throws {
    let rows = try outputs(shift: nil).compactMap { $0.pointer?.y }.sorted()
    // Half of the time the pointer is below this row, so it stays beyond the edge that the row is moved to.
    let middle = rows[rows.count / 2]
    let low = try outputs(shift: SIMD2(0, 850 - middle)).map(\.scroll.direction)
    let high = try outputs(shift: SIMD2(0, -40 - middle)).map(\.scroll.direction)
    #expect(low.contains(.down) && !low.contains(.up))
    #expect(high.contains(.up) && !high.contains(.down))
  }

  @Test("it passes the app's state on, and the face to its trigger")
  func appAndFace() throws {
    var run = try Run.mini([.reading], participants: 1, duration: 40)
    (run.options.recentre, run.options.trigger) = (.dot, .confirm)
    let setup = run.setup
    let base = StandardPipeline(
      geometry: setup.geometry, person: .none, smoothing: setup.smoothing, trigger: setup.trigger,
      recentring: setup.recentring)
    var (plain, shifted) = (base, ShiftedStandardPipeline(base, by: SIMD2(0, 0), trigger: setup.trigger))
    var outputs: [PointerOutput] = []
    for frame in run.simulation(of: .reading).frames(participant: 0) {
      let (face, app) = (frame.observation.frame, frame.observation.app.context)
      outputs.append(plain.step(face, app))
      #expect(shifted.step(face, app) == outputs[outputs.count - 1])
    }
    #expect(outputs.contains { $0.armed != .none })
  }
}
