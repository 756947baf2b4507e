import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@testable import GazeTesting

/// Figures of the pointer by target size, place and step, and before smoothing.
struct PointerFiguresTests {
  /// A pipeline whose raw pointer is at `lookAt`, and whose pointer is the mean of the last `window` samples.
  private struct Smoothed: PointerPipeline {
    var window: Int
    var offset = SIMD2<Double>.zero
    var past: [SIMD2<Double>] = []

    mutating func step(_ frame: FaceFrame) -> PointerOutput {
      guard frame.isTracked else { return PointerOutput(pointer: past.last, rawPointer: nil) }
      let raw = SIMD2(Double(frame.lookAt.x), Double(frame.lookAt.y)) + offset
      past.append(raw)
      if past.count > window { past.removeFirst() }
      return PointerOutput(pointer: past.reduce(.zero, +) / Double(past.count), rawPointer: raw)
    }
  }

  private func result(_ pipeline: some PointerPipeline, _ frames: [RecordedFrame]) -> PersonResult {
    var trial = PersonTrial(pipeline, participant: 0, geometry: .round, reference: .truth, rate: 50)
    for frame in frames { trial.step(frame) }
    return trial.finish()
  }

  /// A target every 2 s, alternately top left and bottom right.
  private let looks = (0..<1000).map { i -> RecordedFrame in
    let place = i / 100 % 2 == 0 ? SIMD2(60.0, 80) : SIMD2(340, 720)
    return .looking(at: place, time: Double(i) / 50, target: place)
  }

  @Test("without smoothing the raw figures are the filtered ones")
  func raw() {
    let result = result(KnownPipeline(offset: SIMD2(3, 4)), looks)
    #expect(result.raw.errorPoints == result.errorPoints && result.raw.errorDegrees == result.errorDegrees)
    #expect(result.raw.looks == result.looks && result.raw.latency == result.latency)
    #expect(result.fixations == 10)
  }

  @Test("a mean of 5 delays the pointer by 2 frames, and not the raw pointer")
  func smoothed() throws {
    let result = result(Smoothed(window: 5), looks)
    #expect(result.raw.errorPoints.maximum == 0)
    #expect(try #require(result.errorPoints.maximum) > 500)
    expectNear(result.stepResponses.quantile(0.5), 0.04, 0.0041)
    #expect(result.stepResponses.count == 9)
  }

  @Test("a pointer 30 points off is in 70, not 60, in fixated cells")
  func sizes() {
    let result = result(KnownPipeline(offset: SIMD2(30, -12)), looks)
    #expect(result.targetSizes.hitRate(side: 60) == 0 && result.targetSizes.hitRate(side: 70) == 1)
    let (first, last) = (result.cells.cell(column: 0, row: 0), result.cells.cell(column: 2, row: 4))
    // In the first 0.3 s it is not known if the eyes are at rest.
    #expect(first.count == 485 && last.count == 500 && first.biasPoints == SIMD2(30, -12))
    #expect(result.cells.cell(column: 1, row: 2).count == 0)
    // The eyes are 40 cm away; the camera's pose does not give a recline.
    #expect(result.byRecline.count == 0)
    expectNear(result.byDistance.mean, 0.4, 1e-6)
    // Seen from the eyes 40 cm in front of the camera, (200, 400) is 80 mm down, (60, 80) is 16 mm down and 17.5 to the
    // side, (340, 720) is 144 mm down: 9.4 and 8.8 degrees.
    #expect(result.byEccentricity.count == 985 && result.byEccentricity[4].count == 985)
  }

  @Test("a phone that leans back by 30 degrees is 30 degrees back")
  func recline() {
    let leant = looks.map { frame in
      var frame = frame
      let pose = RigidTransform(rotation: .aboutX(30.0 * .pi / 180), translation: .zero)
      frame.observation.frame.camera = TransformMatrix(pose)
      let face = RigidTransform(frame.observation.frame.face)
      frame.observation.frame.face = TransformMatrix(pose * (face ?? .identity))
      return frame
    }
    let result = result(KnownPipeline(), leant)
    expectNear(result.byRecline.mean, 30, 1e-3)
    expectNear(result.byDistance.mean, 0.4, 1e-6)
  }

  @Test("the longest gap and effective frequency count frames with an own pointer")
  func gaps() {
    let frames = (0..<200).map { i -> RecordedFrame in
      .looking(at: SIMD2(100, 100), time: Double(i) / 50, isTracked: !(50..<75).contains(i))
    }
    let result = result(KnownPipeline(), frames)
    expectNear(result.longestGap, 26.0 / 50, 1e-9)
    expectNear(result.effectiveFrequency, 175.0 / 4, 1e-9)
    // The face is lost until the end.
    let lost = (0..<100).map { i -> RecordedFrame in
      .looking(at: SIMD2(100, 100), time: Double(i) / 50, isTracked: i < 50)
    }
    expectNear(self.result(KnownPipeline(), lost).longestGap, 1, 1e-9)
  }
}

struct PointerMeterPartsTests {
  private let phone: NominalPhone
  private let simulation: Simulation

  init() throws {
    phone = try NominalPhone(device: "iphone12mini")
    simulation = Simulation(device: phone, scenario: .validation, participants: 1, duration: 30)
  }

  private func trial(_ parts: PointerMeter.Parts) throws -> PersonTrial<StandardPipeline> {
    let meter = PointerMeter(participant: 0, geometry: phone.geometry, reference: .truth, rate: 60, parts: parts)
    return PersonTrial(try StandardPipeline(device: "iphone12mini"), meter)
  }

  /// Results of these parts, on the same frames.
  private func results(_ all: [PointerMeter.Parts]) throws -> [PersonResult] {
    var take = SimulatedTake<GazeRig>(simulation, participant: 0)
    return GazeRig.measure(&take, try all.map(trial), watching: nil)
  }

  @Test("a part is the same whatever else is measured, and the other parts stay empty")
  func parts() throws {
    let empty = PersonResult(participant: 0)
    let results = try results([.all, .errors, .lag, .fixations, .scrolling, []])
    let (all, errors, lag, fixations, scrolling, none) = (
      results[0], results[1], results[2], results[3], results[4], results[5]
    )
    #expect(errors.errorPoints == all.errorPoints && errors.errorDegrees == all.errorDegrees)
    #expect(all.errorPoints.count > 0 && lag.errorPoints == empty.errorPoints)
    #expect(lag.latency == all.latency && all.latency != nil && errors.latency == nil)
    #expect(fixations.looks == all.looks && all.fixations > 0 && errors.looks == empty.looks)
    #expect(scrolling.scroll.seconds == all.scroll.seconds && errors.scroll == empty.scroll)
    for result in [errors, lag, fixations, scrolling, none] {
      #expect(result.settled == empty.settled && result.raw == empty.raw && result.budget.isEmpty)
      #expect(result.frames == all.frames && result.validFrames == all.validFrames && result.seconds == all.seconds)
      #expect(result.hasTargets)
    }
  }

  @Test("pipelines that share the eye's view have the results that each would have alone")
  func shared() throws {
    let together = try results([.errors, .all, .errors])
    var alone = try trial(.all)
    for frame in simulation.frames(participant: 0) { alone.step(frame) }
    #expect(together[1] == alone.finish())
    #expect(together[0] == together[2])
  }
}

struct RestingPointerTests {
  private let phone: NominalPhone

  init() throws { phone = try NominalPhone(device: "iphone12mini") }

  private func results(_ pipeline: DummyPipeline, people: Int) -> [PersonResult] {
    let simulation = Simulation(device: phone, scenario: .validation, seed: 8, participants: people, duration: 60)
    return (0..<people).map { participant in
      var take = SimulatedTake<GazeRig>(simulation, participant: participant)
      let meter = PointerMeter(participant: participant, geometry: phone.geometry, reference: .truth, rate: 60)
      return GazeRig.measure(&take, [PersonTrial(pipeline, meter)], watching: nil)[0]
    }
  }

  private func mean(_ people: [PersonResult], _ figure: (PersonResult) -> Double?) -> Double {
    people.compactMap(figure).mean
  }

  /// A person's median lies between the distances of two targets, so it can differ from that of the few samples by a
  /// step of the grid; the mean over people does not.
  @Test("the middle's error is a pointer's there; no place beats the best (10 people)")
  func asMeasured() {
    let middle = results(DummyPipeline(.still, at: phone.geometry.points / 2), people: 10)
    expectNear(mean(middle, \.resting.middlePoints) / mean(middle, \.errorPoints.median), 1, 0.06)
    expectNear(mean(middle, \.resting.middleDegrees) / mean(middle, \.errorDegrees.median), 1, 0.06)
    let best = mean(middle, \.resting.bestPlacePoints)
    #expect(best > 100 && best < mean(middle, \.resting.middlePoints))
    #expect(mean(middle, \.resting.bestPlaceDegrees) < mean(middle, \.resting.middleDegrees))
    for place in [SIMD2(0.5, 0.3), SIMD2(0.5, 0.7), SIMD2(0.3, 0.5), SIMD2(0.7, 0.5)] {
      let others = results(DummyPipeline(.still, at: place * phone.geometry.points), people: 10)
      #expect(mean(others, \.errorPoints.median) > best)
      // The resting pointer depends on the person, and not on the pointer that is judged.
      #expect(others.map(\.resting) == middle.map(\.resting))
    }
  }

  @Test("samples are bounded in number, and takes are joined by their time")
  func bounds() throws {
    var meter = RestingMeter(phone.geometry)
    for second in 0..<200_000 {
      let point = second % 3 == 0 ? SIMD2(100.0, 100) : SIMD2(200.0, 600)
      meter.add(SeenPoint(point, phone.geometry, .unknown), .unknown, at: Double(second))
    }
    let long = meter.finish()
    #expect(try #require(long.bestPlacePoints) < 1 && long.middleDegrees == nil)
    let middle = try #require(long.middlePoints)
    expectNear(middle, (SIMD2(200.0, 600) - phone.geometry.points / 2).length, 1e-9)
    var joined = RestingErrors()
    #expect(joined.middlePoints == nil && joined.bestPlaceDegrees == nil)
    joined.merge(long)
    #expect(joined == long)
    var short = RestingMeter(phone.geometry)
    short.add(SeenPoint(SIMD2(187.5, 406), phone.geometry, .unknown), .unknown, at: 0)
    joined.merge(short.finish())
    let both = try #require(joined.middlePoints)
    #expect(both < middle && both > 0.99 * middle)
  }
}

struct BudgetMeterTests {
  private func sample(error: SIMD2<Double>, place: SIMD2<Double> = SIMD2(1, 2)) -> BudgetSums.Row {
    BudgetSums.Row(place: place, error: error)
  }

  @Test("the squares of the error vectors are those of the angles, with truth and without", arguments: [true, false])
  func squares(isTruth: Bool) throws {
    let phone = try NominalPhone(device: "iphone12mini")
    let simulation = Simulation(device: phone, scenario: .validation, participants: 1, duration: 20)
    let result = simulation.result(
      try StandardPipeline(device: "iphone12mini"), against: isTruth ? .truth : .target)
    let errors = isTruth ? result.settled : result.target
    let rms = try #require(errors.degrees.rms)
    let sums = try #require(result.budget.first)
    #expect(result.budget.count == 1 && sums.samples == Double(errors.degrees.count))
    let last = BudgetSums.error
    let square = (sums.all.x.matrix[last][last] + sums.all.y.matrix[last][last]) / sums.samples
    expectNear(square / (rms * rms), 1, 1e-9)
    #expect((10.0...20).contains(sums.fixations))
  }

  @Test("a pause, long rest or backward time ends a fixation; blocks are 0.25 s")
  func fixations() throws {
    var meter = BudgetMeter()
    for frame in 0..<60 { meter.add(sample(error: SIMD2(1, 0)), at: Double(frame) / 60) }
    for frame in 0..<30 { meter.add(sample(error: SIMD2(3, 0)), at: 2 + Double(frame) / 60) }
    for frame in 0..<30 { meter.add(sample(error: SIMD2(0, 0)), at: 1 + Double(frame) / 60) }
    let finished = meter.finish()
    let sums = try #require(finished)
    #expect(sums.fixations == 3 && sums.blocks == 8 && sums.samples == 120)
    #expect(sums.next.count == 1 && sums.afterNext.count == 0)
    let last = BudgetSums.error
    expectNear(sums.next.products.x.matrix[last][last], 4, 1e-12)
    var long = BudgetMeter()
    for frame in 0..<600 { long.add(sample(error: .zero), at: Double(frame) / 60) }
    let cut = long.finish()
    #expect(cut?.fixations == 7)
  }

  @Test("numbers from hostile files change nothing and do not trap")
  func hostile() {
    var meter = BudgetMeter()
    for time in [Double.nan, .infinity, -.infinity, 1e300] {
      meter.follow(gaze: SIMD2(1e300, .nan), at: time)
      meter.follow(target: SIMD2(.infinity, 0), at: time)
      meter.add(sample(error: SIMD2(.nan, 0)), at: time)
      meter.add(sample(error: SIMD2(1e200, 0)), at: time)
    }
    let finished = meter.finish()
    #expect(finished == nil)
    for frame in 0..<1000 { meter.follow(target: SIMD2(Double(frame), 0), at: 0) }
  }

  @Test("the products of both axes are those of their ten numbers")
  func products() {
    var sums = BudgetSums.Axes()
    let (place, error, lagX, lagY) = (SIMD2(1.5, -2), SIMD2(0.3, 0.7), SIMD3(4.0, 5, 6), SIMD3(7.0, 8, 9))
    sums.add(BudgetSums.Row(place: place, error: error, lagX: lagX, lagY: lagY), weight: 2)
    for (matrix, numbers) in [
      (sums.x.matrix, [1, 1.5, -2, 2.25, -3, 4, 4, 5, 6, 0.3]),
      (sums.y.matrix, [1, -2, 1.5, 4, -3, 2.25, 7, 8, 9, 0.7]),
    ] {
      let products = numbers.map { (row: Double) -> [Double] in numbers.map { 2 * row * $0 } }
      #expect(matrix == products)
    }
    var difference = BudgetSums.Row(place: place, error: error, lagX: lagX, lagY: lagY)
    difference += difference
    let half = difference / 2
    #expect((difference - half) == half && half == BudgetSums.Row(place: place, error: error, lagX: lagX, lagY: lagY))
  }
}
