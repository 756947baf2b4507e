import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

struct TapPlanTests {
  /// Readers of a long page who tap, seen without blinks and without dropped frames.
  private func simulation(_ settings: [String: Double], seconds: Double = 1500, rate: Double = 240) throws -> Simulation
  {
    try Simulation(.reading, seed: 21, duration: seconds, rate: rate)
      .setting([
        "task.pageScreens": 200, "task.tapInterval": 3, "behaviour.blinkRate": 0, "tracker.dropped": 0,
        "tracker.duplicated": 0, "tracker.thermalTime": 100_000,
      ]).setting(settings)
  }

  /// The frames of a tap, with the eyes' last landing before it and their next departure and landing after it.
  private struct Touch {
    var time: Double
    var point: SIMD2<Double>
    var gaze: SIMD2<Double>
    var state: RecordedFrame.Truth.State
    var arrival: Double
    var departure = Double.infinity
    var landing = Double.infinity
    var next = SIMD2<Double>.zero
  }

  private func touches(_ simulation: Simulation) throws -> [Touch] {
    var touches: [Touch] = []
    var (arrival, wasFlying) = (0.0, false)
    for frame in simulation.frames(participant: 0) {
      let (truth, time) = (try #require(frame.truth), frame.face.time)
      let (gaze, isFlying) = (try #require(truth.gaze), truth.state == .saccade)
      if let last = touches.indices.last {
        if isFlying, touches[last].departure == .infinity { touches[last].departure = time }
        if wasFlying, !isFlying, touches[last].landing == .infinity {
          (touches[last].landing, touches[last].next) = (time, gaze)
        }
      }
      if wasFlying, !isFlying { arrival = time }
      wasFlying = isFlying
      guard let point = frame.observation.app.tap else { continue }
      touches.append(Touch(time: time, point: point, gaze: gaze, state: truth.state, arrival: arrival))
    }
    return touches
  }

  @Test("leads, misses and hands first have the constants' values (4000 taps)")
  func draws() throws {
    let simulation = try simulation([:])
    let layout = try #require(simulation.pageLayout(of: 0))
    var plan = TapPlan(simulation.scriptContext())
    var (leads, misses, visible) = ([Double](), [SIMD2<Double>](), 0)
    for index in 0..<4000 {
      let view = PageView(time: 10 * Double(index + 1), offset: 500, lastMoved: -.infinity)
      let next = plan.next(layout, view)
      let episode = try #require(next)
      let tap = try #require(episode.tap)
      #expect(episode.anchor == .page && episode.state == .fixate && episode.intent == .none)
      if (500...1312).contains(episode.aim.y), (20...355).contains(episode.aim.x) { visible += 1 }
      misses.append(tap.miss)
      if let lead = tap.lead { leads.append(log(lead)) }
    }
    #expect(visible == 4000)
    expect(4000 - leads.count, of: 4000, share: 0.1, errors: 4)
    expect(leads, mean: log(0.337), sd: 0.3, errors: 4)
    expect(misses.map(\.x), mean: 0, sd: 50, errors: 4)
    expect(misses.map(\.y), mean: 5, sd: 50, errors: 4)
  }

  @Test("gaze arrives a median 337 ms before touch, leaves 100 to 300 after (450 taps)")
  func lead() throws {
    let all = try touches(try simulation(["task.tapHandFirst": 0, "task.tapSpread": 0, "task.tapBelow": 7]))
    try #require(all.count > 420)
    let leads = all.map { $0.time - $0.arrival }.sorted()
    // The standard error of the median is 1.25 · 0.3 · 337 / √n = 5.7 ms; the bound is four of them and a tick.
    expectNear(leads[leads.count / 2], 0.337, 0.027)
    let stays = all.dropLast().map { $0.departure - $0.time }
    // A tap whose lead is shorter than a correction's latency is followed by the correction first.
    #expect(stays.count { (0.095...0.31).contains($0) } > stays.count * 98 / 100)
    for touch in all {
      #expect(touch.state == .fixate)
      // The eyes are within a correction's threshold (0.7°, 28 pt) and the fixation's bias (0.25°, 10 pt) of the place.
      expectNear(touch.point - touch.gaze, SIMD2(0, 7), 75)
    }
  }

  @Test("if the hand is first, eyes land 200 to 400 ms after touch (450 taps)")
  func handFirst() throws {
    let all = try touches(try simulation(["task.tapHandFirst": 1, "task.tapSpread": 0, "task.tapBelow": 0])).dropLast()
    try #require(all.count > 420)
    let late = all.map { $0.landing - $0.time }
    #expect(late.count { (0.18...0.44).contains($0) } > late.count * 95 / 100)
    expectNear(late.mean, 0.3, 0.05)
    let (before, after) = (all.map { ($0.point - $0.gaze).length }, all.map { ($0.point - $0.next).length })
    // Places are all over the screen, and a saccade lands within a tenth of its length.
    #expect(before.median > 120 && after.median < 35)
  }

  @Test("one tap an interval: 15 s in 3000 s; absences omit some")
  func interval() throws {
    func count(_ scenario: GazeScenario) throws -> Int {
      var simulation = try simulation(["task.tapInterval": 15], seconds: 3000, rate: 30)
      simulation.scenario = scenario
      return simulation.frames(participant: 0).count { $0.observation.app.tap != nil }
    }
    // The interval's SD is 2.6 s, so that the number's SD is 2.5; the bound is three of them.
    #expect((193...207).contains(try count(.reading)))
    #expect((100...205).contains(try count(.recipe)))
  }

  @Test("a touch is in the first delivered frame only, even with half dropped")
  func dropped() throws {
    func frames(_ share: Double) throws -> [RecordedFrame] {
      Array(try simulation(["tracker.dropped": share], seconds: 300, rate: 60).frames(participant: 0))
    }
    let (all, some) = (try frames(0), try frames(0.5))
    let taps = all.filter { $0.observation.app.tap != nil }
    let seen = some.filter { $0.observation.app.tap != nil }
    #expect(taps.count > 80 && some.count < all.count * 6 / 10)
    let expected = taps.compactMap { tap in
      some.first { $0.time >= tap.time }.map { (time: $0.time, point: tap.observation.app.tap) }
    }
    #expect(seen.map(\.time) == expected.map(\.time))
    #expect(seen.map(\.observation.app.tap) == expected.map(\.point))
    for tap in taps {
      let point = try #require(tap.observation.app.tap)
      #expect((0...375).contains(point.x) && (0...812).contains(point.y))
    }
  }

  @Test("a closed loop's reader goes on where a tap interrupted, without reaction time")
  func closedLoop() throws {
    var simulation = try simulation(["task.tapHandFirst": 0], seconds: 300)
    simulation.loop = "test"
    var (frames, last, back) = (simulation.frames(participant: 0), Double.infinity, [Double]())
    while let frame = frames.next() {
      let intent = frame.observation.intent ?? .none
      if intent != .none { frames.scroll(ScrollCommand(direction: intent, distance: 10)) }
      if frame.observation.app.tap != nil { last = frame.time }
      if frame.truth?.state == .read, last < .infinity {
        back.append(frame.time - last)
        last = .infinity
      }
    }
    try #require(back.count > 50)
    #expect(back.median < 0.35)
  }
}
