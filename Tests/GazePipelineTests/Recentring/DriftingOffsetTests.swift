import TestSupport
import Testing

@testable import GazePipeline

struct DriftingOffsetTests {
  /// A Kalman filter of two states in the textbook's matrix form: P ← F·P·Fᵀ + Q, K = P·Hᵀ/(H·P·Hᵀ + R), H = (1 1).
  private struct Textbook {
    var state = SIMD2<Double>.zero
    /// Rows of P.
    var first: SIMD2<Double>, second: SIMD2<Double>

    mutating func predict(_ factors: SIMD2<Double>, _ added: SIMD2<Double>) {
      state *= factors
      first = SIMD2(first.x * factors.x * factors.x + added.x, first.y * factors.x * factors.y)
      second = SIMD2(second.x * factors.x * factors.y, second.y * factors.y * factors.y + added.y)
    }

    mutating func update(_ seen: Double, noise: Double) {
      let projected = SIMD2(first.x + first.y, second.x + second.y)
      let gain = projected / (projected.x + projected.y + noise)
      state += gain * (seen - state.x - state.y)
      // (I − K·H)·P.
      let column = SIMD2(first.x + second.x, first.y + second.y)
      (first, second) = (first - gain.x * column, second - gain.y * column)
    }
  }

  @Test("it equals a textbook Kalman filter of two states (500 steps)")
  func textbook() {
    var model = OffsetModel()
    // The constant part never reaches its limit in this run.
    (model.spread, model.wander, model.drift, model.time) = (90, 0.5, 33, 20)
    var random = SeededGenerator(seed: 1)
    var offset = DriftingOffset(model)
    var other = Textbook(first: SIMD2(90 * 90, 0), second: SIMD2(0, 33 * 33))
    for index in 0..<500 {
      let (seconds, noise) = (random.number(0...1), random.number(50...3000))
      let decay = Elementary.exp(-seconds / 20)
      let isJump = index % 50 == 7
      if index > 0 {
        offset.move(model.step(seconds), jump: isJump ? 200 : 0)
        other.predict(
          SIMD2(1, decay), SIMD2(0.25 * seconds, 33 * 33 * (1 - decay * decay) + (isJump ? 200 : 0)))
      }
      let seen = 60 + 100 * random.normal()
      offset.observe(surprise: seen - offset.mean, noise: noise)
      other.update(seen, noise: noise)
      expectNear(SIMD2(offset.constant, offset.drift), other.state, 1e-8)
      expectNear(offset.constantVariance, other.first.x, 1e-6)
      expectNear(offset.driftVariance, other.second.y, 1e-6)
      expectNear(offset.covariance, other.first.y, 1e-6)
    }
  }

  @Test("it forgets the drift within its time constant and keeps the constant part")
  func forgetting() {
    var model = OffsetModel()
    (model.spread, model.wander, model.drift, model.time) = (90, 0, 33, 20)
    var offset = DriftingOffset(model)
    offset.observe(surprise: 100, noise: 100)
    let (constant, drift) = (offset.constant, offset.drift)
    // They share what was seen as their variances, 90² and 33², beside a noise of 100.
    #expect(constant > 7 * drift && drift > 10)
    offset.move(model.step(20))
    #expect(offset.constant == constant)
    expectNear(offset.drift, drift / 2.718281828459045, 1e-9)
    offset.move(model.step(200))
    #expect(offset.constant == constant && abs(offset.drift) < 1e-3)
    // The drift is then as unknown as before the observation, and the constant part is known as well as it was.
    #expect(offset.constantVariance < 1100)
    expectNear(offset.driftVariance, 33 * 33, 1)
  }

  @Test("variances stay positive and finite over 100,000 random steps of every size (seed 2)")
  func positive() {
    let model = OffsetModel()
    var (random, offset) = (SeededGenerator(seed: 2), DriftingOffset(model))
    var least = Double.infinity, most = 0.0
    for _ in 0..<100_000 {
      offset.move(model.step(Elementary.exp(random.number(-9...4))), jump: random.next() % 9 == 0 ? 500 : 0)
      if random.next() % 2 == 0 {
        var mixture = DriftingOffset.Mixture()
        mixture.add(offset, 0.7)
        mixture.add(offset.observing(surprise: 300 * random.normal(), noise: 10), random.number(0...0.3))
        offset = mixture.offset(or: offset)
      }
      // Variances of the noise from 1e-13 to 1e13.
      let noise = Elementary.exp(random.number(-30...30))
      offset.observe(surprise: 300 * random.normal(), noise: noise)
      least = min(least, offset.variance, offset.constantVariance, offset.driftVariance)
      most = max(most, offset.variance, offset.mean.magnitude)
    }
    #expect(least > 0 && most.isFinite && most < 1e7, "\(least), \(most)")
  }

  @Test("an expected observation changes the offset by the bits of one taken in (n = 200)")
  func expectation() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<200 {
      var offset = DriftingOffset(OffsetModel())
      offset.observe(surprise: 100 * random.normal(), noise: random.number(20...5000))
      offset.move(OffsetModel().step(random.number(0...30)))
      let (noise, surprise) = (random.number(1...1000), 200 * random.normal())
      let subject = DriftingOffset.Expectation(offset, noise: noise)
      #expect(subject.offset(surprise) == offset.observing(surprise: surprise, noise: noise))
      let variance = offset.variance + noise
      let (density, exact) = (subject.density(surprise), normal(surprise, variance: variance))
      // From 7.75 standard deviations on, where it is below 1e-13 of its peak, the density counts as 0.
      let isFar = surprise.magnitude > 7.75 * variance.squareRoot()
      #expect(isFar ? density == 0 : abs(density - exact) < 1e-13 * exact)
    }
  }

  @Test("a mixture's moments are the sum over its parts (n = 200)")
  func mixture() {
    var random = SeededGenerator(seed: 3)
    let model = OffsetModel()
    for _ in 0..<200 {
      var (mixture, parts) = (DriftingOffset.Mixture(), [(Double, DriftingOffset)]())
      for _ in 0..<(2 + Int(random.next() % 7)) {
        var part = DriftingOffset(model)
        part.observe(surprise: 100 * random.normal(), noise: random.number(20...5000))
        part.move(model.step(random.number(0...30)))
        parts.append((random.number(0...1), part))
        mixture.add(part, parts[parts.count - 1].0)
      }
      let total = parts.reduce(0) { $0 + $1.0 }
      func mean(_ value: (DriftingOffset) -> Double) -> Double { parts.reduce(0) { $0 + $1.0 * value($1.1) } / total }
      let (constant, drift) = (mean(\.constant), mean(\.drift))
      let found = mixture.offset(or: DriftingOffset(model))
      expectNear(mixture.weight, total, 1e-12)
      expectNear(found.constant, constant, 1e-9)
      expectNear(found.drift, drift, 1e-9)
      let variance = mean { $0.constantVariance + ($0.constant - constant) * ($0.constant - constant) }
      let slow = mean { $0.driftVariance + ($0.drift - drift) * ($0.drift - drift) }
      let both = mean { $0.covariance + ($0.constant - constant) * ($0.drift - drift) }
      expectNear(found.constantVariance, variance, 1e-7)
      expectNear(found.driftVariance, slow, 1e-7)
      expectNear(found.covariance, both, 1e-7)
      let whole = mean { $0.variance + ($0.mean - constant - drift) * ($0.mean - constant - drift) }
      expectNear(found.variance, whole, 1e-7)
    }
    #expect(DriftingOffset.Mixture().offset(or: DriftingOffset(model)) == DriftingOffset(model))
  }
}
