import GazePipeline
import Testing

extension [SignDriver.Course] {
  /// Makes the trigger scroll down: eight frames in the edge zone after the one that enters it.
  fileprivate static let activation: Self = [(0.9, 8, .none), (0.9, 1, .down)]
}

struct ScrollTriggerTests {
  @Test(
    "the edge scrolls after exactly its dwell, or off-screen dwell beyond it",
    arguments: [(0.9, 8, ScrollDirection.down), (0.1, 8, .up), (1.1, 4, .down), (-0.1, 4, .up)])
  func dwell(y: Double, frames: Int, direction: ScrollDirection) {
    var driver = SignDriver(.test)
    driver.expect([(y, frames, .none)])
    #expect(driver.step(y, nil) == ScrollCommand(direction: direction, distance: 160 * SignDriver.frame))
    driver.expect([(y, 50, direction)])
  }

  @Test(
    "limits of the zones",
    arguments: [
      (0.5, ScrollDirection.none), (0.84, .none), (0.86, .down), (1, .down), (1.24, .down), (1.26, .none), (3, .none),
      (0.16, .none), (0.14, .up), (0, .up), (-0.24, .up), (-0.26, .none), (-3, .none),
    ])
  func zones(y: Double, direction: ScrollDirection) {
    var driver = SignDriver(.test)
    #expect(driver.run(y, nil, frames: 40).last == direction)
  }

  @Test("a pointer far off the screen never triggers, in any direction, however long it stays")
  func farAway() {
    for point in [
      SIMD2<Double>(200, 1001), SIMD2(200, -201), SIMD2(-201, 780), SIMD2(601, 780), SIMD2(-1e300, 1e300),
      SIMD2(.infinity, 780), SIMD2(200, .infinity), SIMD2(.nan, 780), SIMD2(200, .nan),
    ] {
      var driver = SignDriver(.test)
      for _ in 0..<200 { #expect(driver.step(at: point, face: nil) == .none, "\(point)") }
    }
  }

  @Test("beside the screen the zones reach as far, in points, as below it")
  func sideways() {
    for x in [-199.0, 599] {
      var driver = SignDriver(.test)
      let made = (0..<9).map { _ in driver.step(at: SIMD2(x, 720), face: nil).direction }
      #expect(made.last == .down)
    }
  }

  /// Courses of a pointer, each with the behaviour that it shows.
  static let courses: [(String, [SignDriver.Course])] = [
    (
      "leaving the zone resets the dwell; changing sides restarts it",
      [(0.9, 8, .none), (0.5, 1, .none), (0.9, 8, .none), (0.1, 8, .none), (0.1, 1, .up)]
    ),
    (
      "the enter zone is narrower than the exit zone: between them scrolling continues but does not begin",
      [(0.8, 40, .none)] + .activation + [(0.8, 40, .down), (1.3, 40, .down)]
    ),
    (
      "outside the exit zone scrolling stops after exactly the release; a return before that continues it",
      .activation + [(0.5, 3, .down), (0.9, 1, .down), (0.5, 3, .down), (0.5, 1, .none)]
    ),
    ("the opposite zone does not continue a scroll", .activation + [(0.1, 3, .down), (0.1, 1, .none)]),
    // There are eight frames of cooldown, in the last of which the pointer already enters the edge zone, and then eight
    // frames of dwell.
    (
      "after a scroll no dwell begins during the cooldown",
      .activation + [(0.5, 3, .down), (0.5, 1, .none), (0.9, 15, .none), (0.9, 1, .down)]
    ),
    (
      "a short hold scrolls nothing and keeps the dwell",
      [(0.9, 7, .none), (nil, 5, .none), (0.9, 1, .none), (0.9, 1, .down)]
    ),
    (
      "a short hold pauses a scroll, also during the release",
      .activation + [
        (nil, 5, .none), (0.9, 3, .down), (0.5, 2, .down), (nil, 5, .none), (0.5, 1, .down), (0.5, 1, .none),
      ]
    ),
    (
      "a hold longer than the limit resets a dwell",
      [(0.9, 8, .none), (nil, 6, .none), (0.9, 8, .none), (0.9, 1, .down)]
    ),
    // After six frames the limit of five frames is exceeded; eight frames of cooldown follow.
    (
      "a hold longer than the limit ends a scroll, and its cooldown runs during the hold",
      .activation + [(nil, 14, .none), (0.9, 8, .none), (0.9, 1, .down)]
    ),
    (
      "a shorter one leaves a part of the cooldown",
      .activation + [(nil, 10, .none), (0.9, 11, .none), (0.9, 1, .down)]
    ),
    (
      "only consecutive holds add up: one good frame restarts the limit",
      .activation + [
        (nil, 5, .none), (0.9, 1, .down), (nil, 5, .none), (0.9, 1, .down), (nil, 5, .none), (0.9, 1, .down),
      ]
    ),
  ]

  @Test("a course of the pointer scrolls in exactly these frames", arguments: courses)
  func course(_ behaviour: String, _ course: [SignDriver.Course]) {
    var driver = SignDriver(.test)
    driver.expect(course)
  }

  @Test("distance is speed times time; a gap counts 0.1 s, a step back 0")
  func distance() {
    var driver = SignDriver(.test)
    driver.expect(.activation)
    driver.time += 3600
    #expect(driver.step(0.9, nil).distance == 16)
    driver.time -= 7200
    #expect(driver.step(0.9, nil).distance == 0)
    #expect(driver.step(0.9, nil).distance == 10)
  }

  @Test("a non-finite time changes nothing, in any phase", arguments: [Double.nan, .infinity, -.infinity])
  func notFiniteTime(bad: Double) {
    var (driver, other) = (SignDriver(.test), SignDriver(.test))
    let course: [Double?] =
      Array(repeating: 0.9, count: 12) + [nil, nil] + Array(repeating: 0.5, count: 10)
      + Array(repeating: 1.1, count: 12) + Array(repeating: nil, count: 20)
    for y in course {
      #expect(driver.step(y, nil) == other.step(y, nil))
      for pointer in [nil, SIMD2<Double>(200, 760)] {
        #expect(driver.trigger.step(pointer: pointer, window: SignDriver.window, at: bad) == .none)
      }
      #expect(driver.trigger == other.trigger)
    }
    var first = ScrollTrigger(.test)
    _ = first.step(pointer: SIMD2(200, 760), window: SignDriver.window, at: bad)
    #expect(first == ScrollTrigger(.test))
  }

  @Test(
    "hostile settings and windows never give a non-finite command",
    arguments: [-1, 0, .nan, .infinity, -.infinity, 1e308])
  func hostileSettings(number: Double) {
    for place in 0..<10 {
      var n = Array(repeating: 0.0625, count: 10)
      n[place] = number
      let settings = ScrollTrigger.Settings(
        edgeZone: n[0], edgeDwell: n[1], offScreenZone: n[2], offScreenDwell: n[3], hysteresis: n[4], release: n[5],
        cooldown: n[6], speed: n[7], holdLimit: n[8], blinkThreshold: n[9])
      var driver = SignDriver(settings)
      for y in [0.99, 0.99, 0.99, 0.5, 0.5, nil, nil, nil, 0.01, 0.01, 0.01, -0.01, nil, 1.01, 1.01, 1.01] {
        let command = driver.step(y, nil)
        #expect(command.distance.isFinite && command.distance >= 0)
      }
    }
    var trigger = ScrollTrigger(.test)
    for index in 0..<40 {
      let command = trigger.step(
        pointer: SIMD2(0, 1), window: SIMD2(repeating: number), at: Double(index) * SignDriver.frame)
      #expect(command.distance.isFinite)
    }
  }
}
