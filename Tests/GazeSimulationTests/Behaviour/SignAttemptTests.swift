import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

struct SignAttemptTests {
  @Test("attempts are numbered, and the brows rise from the time of each")
  func rise() throws {
    var simulation = try Simulation(.reading, preset: .ideal, seed: 6, duration: 120).setting([
      "sign.made": 1, "sign.wander": 0, "sign.spontaneous": 0, "sign.lookUp": 0, "sign.cannot": 0, "sign.miss": 0,
    ])
    simulation.loop = "standard"
    var (frames, seen, raised): (SimulatedFrames, [SignAttempt], Set<Int>) = (
      simulation.frames(participant: 0), [], []
    )
    while let frame = frames.next() {
      guard let attempt = frames.signAttempt else { continue }
      if attempt.number != seen.last?.number { seen.append(attempt) }
      let time = frame.face.time
      #expect(attempt.start <= time && attempt.canSign && !attempt.isUp)
      if time - attempt.start < 0.5, (frame.face.blendShapes?[43] ?? 0) > 0.4 {
        raised.insert(attempt.number)
      }
    }
    #expect(seen.count > 3 && seen.map(\.number) == Array(1...seen.count))
    #expect(raised == Set(1...seen.count))
  }

  @Test("a face without signs has no attempts")
  func none() throws {
    for made in [0.0, 2] {
      var frames = try Simulation(.reading, preset: .ideal, seed: 6, duration: 60)
        .setting(["sign.made": made]).frames(participant: 0)
      while frames.next() != nil { #expect(frames.signAttempt == nil) }
    }
  }
}
