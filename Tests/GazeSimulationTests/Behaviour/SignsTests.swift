import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

struct SignsTests {
  /// Index of `browInnerUp` in `BlendShapes.names`, as in `SignShape.write`; 44 and 45 are the outer brows, 20 is the
  /// pucker, and the eyes' coefficients are the first fourteen.
  private let brows = 43

  /// Readers in front of a tracker without errors and delay, so that a frame shows the face as it is.
  private func simulation(
    _ values: [String: Double], scenario: GazeScenario = .reading, loop: String = "open", seconds: Double = 600
  ) throws -> Simulation {
    var simulation = try Simulation(
      scenario, preset: .ideal, seed: 6, duration: seconds, rate: 120
    ).setting(
      [
        "sign.made": 1, "sign.wander": 0, "sign.spontaneous": 0, "sign.lookUp": 0, "sign.cannot": 0,
        "task.hiddenIntent": 0, "behaviour.blinkRate": 0, "task.creepers": 0,
        "task.pageScreens": 20,
      ].merging(values) { $1 })
    simulation.loop = loop
    return simulation
  }

  /// An attempt: times of its beginning and its end, and its largest level.
  private struct Attempt {
    var start: Double
    var end = Double.infinity
    var peak: Double
  }

  /// An intent: its direction, the eyes' arrival, its end, and the attempts that began in it.
  private struct Intent {
    var direction: ScrollDirection
    var start: Double
    var arrival = Double.infinity
    var end = Double.infinity
    var attempts: [Attempt] = []
  }

  /// The intents of a take with their attempts, in all given coefficients; `command` moves the page.
  private func intents(
    _ simulation: Simulation, participant: Int, shapes: [Int] = [43],
    _ command: (_ frame: RecordedFrame, _ level: Double) -> ScrollCommand = { _, _ in .none }
  ) throws -> (intents: [Intent], outside: Int) {
    var (intents, outside, before): ([Intent], Int, Double) = ([], 0, 0)
    var frames = simulation.frames(participant: participant)
    let habits = try #require(SignHabits(simulation.parameters.signs, seed: simulation.seed, participant: participant))
    while let frame = frames.next() {
      let (time, now) = (frame.face.time, frame.observation.intent ?? .none)
      let lifts = shapes.enumerated().map { index, shape in
        Double(frame.face.blendShapes?[shape] ?? 0) - habits.rest[index]
      }
      let lift = (lifts.max() ?? 0) > 1e-5 ? lifts.max() ?? 0 : 0
      let level = lift + habits.rest.x
      let isOpen = intents.last?.end == .infinity
      if isOpen, now != intents.last?.direction || now == .none { intents[intents.count - 1].end = time }
      if now != .none, intents.last?.end != .infinity { intents.append(Intent(direction: now, start: time)) }
      if let last = intents.indices.last {
        if now != .none, frame.truth?.state == .scroll, intents[last].arrival == .infinity {
          intents[last].arrival = time
        }
        if lift > 0, before == 0 {
          if now == .none { outside += 1 }
          intents[last].attempts.append(Attempt(start: time, peak: level))
        } else if before > 0, let index = intents.lastIndex(where: { !$0.attempts.isEmpty }) {
          // A sign may end after the next intent has begun.
          let attempt = intents[index].attempts.count - 1
          let peak = intents[index].attempts[attempt].peak
          intents[index].attempts[attempt].peak = max(peak, level)
          if lift == 0 { intents[index].attempts[attempt].end = time }
        }
      } else if lift > 0 {
        outside += 1
      }
      before = lift
      frames.scroll(command(frame, level))
    }
    // The last intent may outlast the take.
    return (intents.dropLast(), outside)
  }

  @Test("an open loop's shown intent has one sign, from 0.5 s after arrival to its end")
  func openLoop() throws {
    let simulation = try simulation(["task.intentTime": 3])
    var (reactions, strong, weak): ([Double], [Double], Int) = ([], [], 0)
    for participant in 0..<12 {
      let (intents, outside) = try intents(simulation, participant: participant)
      #expect(outside == 0)
      // Right after another intent the face may still fall from its sign.
      for (last, intent) in zip(intents, intents.dropFirst())
      where intent.end - intent.arrival > 1.8 && intent.start - last.end > 0.3 {
        #expect(intent.attempts.count == 1)
        guard let attempt = intent.attempts.first else { continue }
        reactions.append(attempt.start - intent.arrival)
        if attempt.peak < 0.451 { weak += 1 } else { strong.append(attempt.peak) }
        expectNear(attempt.end - intent.end, 0.25, 0.03)
      }
    }
    // About 250 signs.
    #expect(reactions.count > 150)
    // A sign is seen half a frame after its beginning, on average.
    expect(reactions.map { $0 - 0.5 / 120 }, mean: 0.5, sd: 0.15, errors: 4)
    expect(weak, of: reactions.count, share: 0.15, errors: 4)
    // The limit of 1 takes a tenth of the normal distribution.
    expect(strong, mean: 0.844, sd: 0.109, errors: 4)
  }

  @Test("intents that gaze does not show have no sign, but for a share")
  func hidden() throws {
    let none = try (0..<4).map { try intents(simulation(["task.hiddenIntent": 1]), participant: $0) }
    #expect(none.flatMap(\.intents).count > 40)
    #expect(none.allSatisfy { $0.outside == 0 && $0.intents.allSatisfy(\.attempts.isEmpty) })
    let all = try (0..<4).flatMap {
      try intents(
        simulation(["task.hiddenIntent": 1, "sign.hiddenMade": 1, "task.intentTime": 3]), participant: $0
      ).intents
    }
    let long = all.filter { $0.end - $0.start > 1.5 }
    #expect(long.count > 40 && long.allSatisfy { $0.attempts.count == 1 })
  }

  @Test("a page that stays is signed to every 2.1 s until patience ends")
  func retry() throws {
    // 6 s of patience; the first attempt after 0.5 s, each 0.2 s to its peak, 1.5 s of waiting, 0.4 s of rest.
    let values: [String: Double] = ["sign.reactionSD": 0, "task.pageScreens": 2.5]
    let stuck = try intents(simulation(values, loop: "test"), participant: 1)
    #expect(stuck.intents.count > 1 && stuck.outside == 0)
    for intent in stuck.intents {
      #expect(intent.attempts.count == 3)
      for (attempt, next) in zip(intent.attempts, intent.attempts.dropFirst()) {
        expectNear(next.start - attempt.start, 2.1, 0.04)
        #expect(attempt.end - attempt.start < 2)
      }
    }
  }

  @Test("a page that follows is signed to once, until it is there")
  func served() throws {
    let simulation = try simulation(["sign.miss": 0, "sign.peakSD": 0, "task.pageScreens": 6], loop: "test")
    var count = 0
    for participant in 0..<4 {
      let (intents, outside) = try intents(simulation, participant: participant) { frame, level in
        let intent = frame.observation.intent ?? .none
        return level > 0.6 && intent != .none ? ScrollCommand(direction: intent, distance: 8) : .none
      }
      #expect(outside == 0)
      for intent in intents {
        count += 1
        #expect(intent.attempts.count == 1)
        // At least 0.5 s at the peak, else half a reaction of at most 1.1 s after the page's arrival; then the fall.
        guard let attempt = intent.attempts.first else { continue }
        #expect(attempt.end - attempt.start > 0.9)
        #expect(attempt.end - intent.end < 0.95)
      }
    }
    #expect(count > 10)
  }

  @Test("weak attempts are repeated, and people who cannot sign use the finger")
  func weak() throws {
    let values: [String: Double] = ["sign.cannot": 1, "task.pageScreens": 2.5]
    let (intents, _) = try intents(simulation(values, loop: "test"), participant: 0) { frame, level in
      level > 0.6 ? ScrollCommand(direction: frame.observation.intent ?? .none, distance: 8) : .none
    }
    #expect(intents.count > 1)
    for intent in intents {
      #expect(intent.attempts.count > 1 && intent.attempts.allSatisfy { $0.peak < 0.4501 && $0.peak > 0.19 })
      expectNear(intent.end - intent.start, 6, 0.1)
    }
  }

  @Test("with two shapes, intents to scroll up are signed with the other shape")
  func twoShapes() throws {
    let values: [String: Double] = [
      "sign.twoShapes": 1, "task.upIntent": 0.5, "task.intentTime": 3, "sign.miss": 0, "sign.reactionSD": 0,
    ]
    var counts = (down: 0, up: 0)
    for participant in 0..<4 {
      let down = try intents(simulation(values), participant: participant, shapes: [brows]).intents
      let both = try intents(simulation(values), participant: participant, shapes: [brows, 20]).intents
      for (a, b) in zip(down, both) where b.end - b.arrival > 1.8 {
        #expect(b.attempts.count == 1)
        #expect(a.attempts.count == (a.direction == .down ? 1 : 0))
        if a.direction == .down { counts.down += 1 } else { counts.up += 1 }
      }
    }
    #expect(counts.down > 10 && counts.up > 10)
  }

  @Test("signs of the face change nothing else in the frames", arguments: [GazeScenario.reading, .recipe, .stare])
  func nothingElse(scenario: GazeScenario) throws {
    let off = Simulation(scenario, seed: 9, duration: 40)
    let on = try off.setting(["sign.made": 1, "sign.spontaneous": 20])
    var moved = 0
    for (a, b) in zip(off.frames(participant: 1), on.frames(participant: 1)) {
      if let shapes = b.face.blendShapes, shapes[brows] > 0.5 { moved += 1 }
      var b = b
      b.face.blendShapes?.write(zero: [43, 44, 45])
      #expect(a == b)
    }
    #expect(moved > 60)
  }

  @Test("without a signal signs change no frame; only eye coefficients are not 0")
  func off() throws {
    let base = Simulation(.reading, seed: 9, duration: 20)
    let other = try base.setting([
      "sign.shape": 6, "sign.twoShapes": 1, "sign.peak": 0.3, "sign.spontaneous": 30, "sign.noise": 0.1,
      "sign.lookUp": 1, "sign.hiddenMade": 1, "behaviour.compensationRate": 1,
    ])
    for (a, b) in zip(base.frames(participant: 0), other.frames(participant: 0)) {
      #expect(a == b)
      for index in 16..<52 { #expect(a.face.blendShapes?[index] == 0) }
    }
  }

  @Test("the same face appears at 30, 60 and 120 Hz")
  func frameRates() throws {
    func levels(_ rate: Double) throws -> [Double: Float] {
      let simulation = try Simulation(.reading, seed: 5, duration: 40, rate: rate)
        .setting([
          "tracker.dropped": 0, "tracker.duplicated": 0, "tracker.dropoutRate": 0, "sign.made": 1,
          "sign.spontaneous": 20,
        ])
      return Dictionary(
        uniqueKeysWithValues: simulation.frames(participant: 0).map {
          ($0.face.time, $0.face.blendShapes?[brows] ?? .nan)
        })
    }
    let (slow, fast, faster) = (try levels(30), try levels(60), try levels(120))
    #expect(slow.count == 1200)
    for (time, level) in slow {
      #expect(fast[time] == level)
      #expect(faster[time] == level)
    }
  }

  @Test("a nod lowers the head 0.25 rad and leaves gaze in place")
  func nod() throws {
    let off = try simulation(["sign.made": 0], seconds: 60)
    let on = try off.setting(["sign.made": 1, "sign.shape": 6, "sign.miss": 0, "sign.peakSD": 0])
    var (lowest, lowered) = (0.0, 0)
    for (a, b) in zip(off.frames(participant: 0), on.frames(participant: 0)) {
      #expect(a.truth == b.truth)
      let before = try #require(RigidTransform(a.face.face)?.rotation.z)
      let after = try #require(RigidTransform(b.face.face)?.rotation.z)
      let angle = angle(between: before, and: after)
      lowest = max(lowest, angle)
      // The face's z points from the face to the phone.
      if angle > 0.15 {
        lowered += 1
        #expect(after.y < before.y)
      }
    }
    expectNear(lowest, 0.25, 0.01)
    #expect(lowered > 20)
  }

  @Test("a long blink closes both lids for 0.8 s")
  func longBlink() throws {
    let simulation = try simulation(["sign.shape": 7, "sign.miss": 0], seconds: 120)
    var (runs, since): ([Double], Double?) = ([], nil)
    for frame in simulation.frames(participant: 0) {
      let time = frame.face.time
      let isClosed = frame.face.blink.x > 0.5 && frame.face.blink.y > 0.5
      #expect(isClosed == (frame.truth?.state == .blink))
      if isClosed {
        since = since ?? time
      } else if let start = since {
        runs.append(time - start)
        since = nil
      }
    }
    // The lids are more than half closed in a part of the movements of 0.2 and 0.25 s.
    #expect(runs.count > 2 && (runs.max() ?? 0) > 0.8 && (runs.max() ?? 9) < 1.1, "\(runs)")
  }
}

extension BlendShapes {
  fileprivate mutating func write(zero indices: [Int]) { for index in indices { self[index] = 0 } }
}
