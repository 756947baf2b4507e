import TestSupport
import Testing

@testable import GazePipeline

struct TapRecentringTests {
  private let target = SIMD2(100.0, 500.0)

  /// The observation of a tap at 10 s, while the raw pointer is a function of the time before the touch.
  private func seen(
    rate: Double = 60, below: Double = 0, at tap: SIMD2<Double>? = nil, raw: (Double) -> SIMD2<Double>?
  ) -> OffsetObservation? {
    var taps = TapRecentring()
    let last = Int(10 * rate)
    for index in Int(8 * rate)..<last {
      let time = Double(index) / rate
      let early = taps.step(raw(10 - time), tap: nil, below: below, spread: 50, at: time)
      #expect(early == nil)
    }
    return taps.step(raw(0), tap: tap ?? target, below: below, spread: 50, at: 10)
  }

  @Test("the fixation before the touch counts, not what comes before or after it", arguments: [30.0, 60, 120, 240])
  func fixation(rate: Double) throws {
    // The eyes come 0.4 s before the touch, and leave for the next place 0.09 s before it.
    let found = try #require(
      seen(rate: rate) { age in
        age > 0.4 ? SIMD2(300, 100) : age > 0.095 ? target + SIMD2(70, -40) : SIMD2(20, 20)
      })
    expectNear(found.offset, SIMD2(70, -40), 1e-9)
    #expect(found.noise == SIMD2(2600, 2600))
  }

  @Test("a touch below the aim is stated and not learned as an offset")
  func below() throws {
    let found = try #require(seen(below: 12, at: target + SIMD2(0, 12)) { _ in target })
    #expect(found.offset.length < 1e-9)
  }

  @Test("a hand that comes first gives nothing while eyes move, else their place")
  func handFirst() throws {
    // A saccade that ends after the touch: the fixation before the touch is elsewhere, and is what is reported.
    let found = try #require(seen { _ in SIMD2(300, 100) })
    #expect(found.offset == SIMD2(200, -400))
    // `Recentring` refuses it, once the offset is known to less than a third of that.
    var known = Recentring(.init(), screen: SIMD2(375, 812))
    var time = 0.0
    func run(_ seconds: Double, _ raw: SIMD2<Double>, tap: SIMD2<Double>?) {
      for _ in 0..<Int(seconds * 60) {
        _ = known.step(raw, AppContext(), isScrolling: false, at: time)
        time += 1.0 / 60
      }
      _ = known.step(raw, AppContext(tap: tap), isScrolling: false, at: time)
    }
    for _ in 0..<3 { run(1, target, tap: target) }
    #expect(known.used == 3 && known.refused == 0)
    let before = known.offset
    run(1, SIMD2(300, 100), tap: target)
    #expect(known.used == 3 && known.refused == 1)
    expectNear(known.offset, before, 1)
    // Eyes on the move all the time have no fixation.
    #expect(seen { age in SIMD2(300 - 1500 * age, 100) } == nil)
  }

  @Test("a blink or lost face within 0.2 s before the touch refuses the tap")
  func blink() {
    #expect(seen { age in (0.05...0.15).contains(age) ? nil : target } == nil)
    #expect(seen { age in age < 0.01 ? nil : target } == nil)
    #expect(seen { age in (0.22...0.3).contains(age) ? nil : target } != nil)
    // A fixation that is shorter than 60 ms.
    #expect(seen { age in age > 0.15 ? SIMD2(300, 100) : age > 0.1 ? SIMD2(200, 300) : target } == nil)
  }

  @Test("without a tap on content, or at a take's start, nothing is reported")
  func noTap() {
    var taps = TapRecentring()
    let first = taps.step(target, tap: target, below: 0, spread: 50, at: 0)
    #expect(first == nil)
    for index in 1..<6000 {
      let found = taps.step(target, tap: nil, below: 0, spread: 50, at: Double(index) / 60)
      #expect(found == nil)
    }
  }

  @Test("a clock that restarts, and any times and points, leave later taps counting")
  func hostile() {
    var (taps, random) = (TapRecentring(), SeededGenerator(seed: 5))
    let numbers = [0, 1e300, -1e300, 1e9, .greatestFiniteMagnitude, Double.leastNonzeroMagnitude, -7, 1000]
    for _ in 0..<5000 {
      let point = SIMD2(numbers[Int(random.next() % 8)], numbers[Int(random.next() % 8)])
      _ = taps.step(
        random.next() % 3 == 0 ? nil : point, tap: random.next() % 2 == 0 ? point : nil, below: 0, spread: 50,
        at: numbers[Int(random.next() % 8)])
    }
    for index in 0..<60 { _ = taps.step(target, tap: nil, below: 0, spread: 50, at: Double(index) / 60) }
    #expect(taps.step(target, tap: target, below: 0, spread: 50, at: 1)?.offset == .zero)
  }
}
