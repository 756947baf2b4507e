import Calibrate
import GazeMetrics
import GazePipeline
package import GazeRecording

/// The fit of how headphones sit, drift and lag: it fits one person at a time, and then computes means over people.
package struct HeadRigFit: RigFit {
  private let fit: HeadMotionFit
  private var takes: [Int: HeadTake] = [:]

  /// Largest number of connection losses per take, since each connection adds an unknown to the fit.
  private static let mostLosses = 60
  /// Parameters in the order of `HeadMotionParameter`: name, unit, number of radians or seconds per unit, and the
  /// largest standard error of an identified parameter, in its unit.
  private static let rows: [(name: String, unit: String, scale: Double, tolerance: Double)] = [
    ("mountingPitchDegrees", "deg", 1.0.radians, 2), ("mountingRollDegrees", "deg", 1.0.radians, 2),
    ("mountingYawDegrees", "deg", 1.0.radians, 3), ("yawOffsetDegrees", "deg", 1.0.radians, 3),
    ("yawDriftDegreesPerMinute", "deg/min", 1.0.radians / 60, 2), ("latencyMilliseconds", "ms", 1e-3, 20),
  ]
  /// Indices of the parameters that describe how one person's headphones sat and started in this session; a mean of
  /// these over people is meaningless.
  private static let own = 0...HeadMotionParameter.yawOffset

  init(_ setup: Setup) {
    var priors = HeadMotionFit.Priors()
    priors.yawWalk = setup["yawWalkDegrees"].radians / 60.0.squareRoot()
    priors.forward = setup["forwardDegrees"].radians
    fit = HeadMotionFit(priors)
  }

  /// Begins another recording, whose times may start from an earlier value.
  package mutating func begin(_ setup: Setup, session: Int) { for person in takes.keys { takes[person]?.begin() } }

  /// Takes in an observation.
  package mutating func add(_ observation: RecordedHead.Observation, participant: Int) {
    takes[participant, default: HeadTake()].add(observation)
  }

  /// The fit.
  ///
  /// - Throws: `RigFitFailure` if no sample states where the head was, or if no equations can be solved.
  package func solved() throws -> CalibrationFile.Fit {
    var found: [(participant: Int, estimate: HeadMotionFit.Estimate)] = []
    var (unstated, restless, failure) = (0, 0, LeastSquaresError?.none)
    for (participant, take) in takes.sorted(by: { $0.key < $1.key }) {
      guard take.losses <= Self.mostLosses else {
        restless += 1
        continue
      }
      do throws(LeastSquaresError) {
        if let estimate = try fit.fit(take) { found.append((participant, estimate)) } else { unstated += 1 }
      } catch {
        // The fit continues after one person's faulty take, since other people's takes may be good.
        failure = failure ?? error
      }
    }
    if found.isEmpty, let failure { throw RigFitFailure(failure.description) }
    if found.isEmpty, restless > 0 {
      throw RigFitFailure(
        """
        the headphones were lost more than \(Self.mostLosses) times: each connection has a yaw of its own, and none \
        is long enough; record with the headphones connected
        """)
    }
    guard let first = found.first else {
      throw RigFitFailure(
        """
        no sample says where the head was: yaw drift is unobservable, and so are mounting and latency; record with \
        "reference" (the head's attitude from the phone's camera) or "forward" (the person looks straight \
        ahead when asked)
        """)
    }
    var parameters: [CalibrationFile.Parameter] = []
    var unidentified: [CalibrationFile.Unidentified] = []
    let isOne = found.count == 1
    for i in Self.rows.indices {
      let people = found.compactMap { $0.estimate.numbers[i] }
      if isOne || !Self.own.contains(i), !people.isEmpty { parameters.append(pooled(i, people)) }
    }
    for (participant, estimate) in found {
      if !isOne {
        for i in Self.rows.indices {
          guard let number = estimate.numbers[i] else { continue }
          parameters.append(parameter(i, number, participant: participant))
        }
      }
      unidentified += Self.unidentified(estimate, participant: isOne ? nil : participant)
    }
    let samples = found.sum { $0.estimate.samples }
    let squares = found.sum { $0.estimate.residualRMS * $0.estimate.residualRMS * Double($0.estimate.samples) }
    return CalibrationFile.Fit(
      parameters: parameters, unidentified: unidentified,
      condition: found.compactMap(\.estimate.condition).max(), stop: first.estimate.stop,
      residualRMS: (squares / Double(max(samples, 1))).squareRoot().degrees, residualUnit: "deg",
      outliers: found.sum { $0.estimate.outliers },
      remarks: remarks(found.map(\.estimate), unstated: unstated, leftOut: takes.count - found.count - unstated))
  }

  private static func isIdentified(_ i: Int, _ number: HeadMotionFit.Number) -> Bool {
    number.standardError / Self.rows[i].scale <= Self.rows[i].tolerance && number.learned > 0.5
  }

  private func parameter(_ i: Int, _ number: HeadMotionFit.Number, participant: Int?) -> CalibrationFile.Parameter {
    let (name, unit, scale, _) = Self.rows[i]
    let half = Distributions.normalQuantile(0.975) * number.standardError
    return CalibrationFile.Parameter(
      name: name, participant: participant, unit: unit, value: number.value / scale,
      priorSigma: number.priorSigma / scale, standardError: number.standardError / scale,
      ci95: [(number.value - half) / scale, (number.value + half) / scale], learned: number.learned,
      identified: Self.isIdentified(i, number))
  }

  /// One person's parameter, or the mean over several people with an interval from the scatter between them.
  private func pooled(_ i: Int, _ numbers: [HeadMotionFit.Number]) -> CalibrationFile.Parameter {
    if numbers.count == 1 { return parameter(i, numbers[0], participant: nil) }
    let (name, unit, scale, _) = Self.rows[i]
    let n = Double(numbers.count)
    let mean = numbers.sum { $0.value } / n
    let variance = numbers.sum { ($0.value - mean) * ($0.value - mean) } / (n - 1)
    let error = (variance / n).squareRoot()
    let half = Distributions.studentQuantile(0.975, freedom: n - 1) * error
    return CalibrationFile.Parameter(
      name: name, unit: unit, value: mean / scale, priorSigma: numbers[0].priorSigma / scale,
      standardError: error / scale, ci95: [(mean - half) / scale, (mean + half) / scale],
      learned: max(1 - error * error / (numbers[0].priorSigma * numbers[0].priorSigma), 0),
      identified: numbers.allSatisfy { Self.isIdentified(i, $0) })
  }

  /// Sentences on the parameters that one person's data do not determine.
  private static func unidentified(
    _ estimate: HeadMotionFit.Estimate, participant: Int?
  ) -> [CalibrationFile.Unidentified] {
    func isPoor(_ i: Int) -> Bool {
      estimate.numbers[i].map { !isIdentified(i, $0) } ?? true
    }
    var all: [CalibrationFile.Unidentified] = []
    func add(_ indices: [Int], _ reason: String) {
      let poor = indices.filter(isPoor)
      guard !poor.isEmpty else { return }
      all.append(.init(parameters: poor.map { rows[$0].name }, participant: participant, reason: reason))
    }
    let hasAttitudes = estimate.cues == nil
    let saysNothing =
      "looking straight ahead says nothing about it: record with the head's attitude from the phone's camera"
    add(
      Array(HeadMotionParameter.mounting),
      hasAttitudes
        ? "a mounting shows only when the head turns about several axes: record turns, bows and tilts with a reference"
        : saysNothing)
    add(
      [HeadMotionParameter.latency],
      hasAttitudes
        ? "a latency shows only while the head moves: record turns of 30 deg and more with a reference"
        : saysNothing)
    add(
      [HeadMotionParameter.yawOffset],
      "the yaw's offset trades with the mounting's yaw while the head stays level: record bows and tilts")
    add(
      [HeadMotionParameter.yawDrift],
      """
      yaw drift is unobservable here: the reference does not return late enough, \(NumberText.whole(estimate.span)) s \
      from the first to the last; record two minutes and more with references at both ends
      """)
    return all
  }

  private func remarks(_ estimates: [HeadMotionFit.Estimate], unstated: Int, leftOut: Int) -> [String] {
    var remarks: [String] = []
    if estimates.contains(where: { $0.cues != nil }) {
      remarks.append(
        """
        the only references are gazes straight ahead: the yaw's offset and drift are estimated from them, each \
        assumed right to \(NumberText.typeset(fit.priors.forward.degrees, 1))° (forwardDegrees)
        """)
    }
    remarks.append(
      """
      the intervals of the yaw's offset and drift take a random walk of \
      \(NumberText.typeset(fit.priors.yawWalk.degrees * 60.0.squareRoot(), 2))°/√min for granted \
      (yawWalkDegrees, assumed)
      """
    )
    if estimates.count > 1 {
      remarks.append(
        """
        mounting and yaw offset are each person's own, as the headphones sat in this session: there is no mean of \
        them, and a device's evaluation does not take them over
        """)
    }
    if estimates.contains(where: { !$0.hasGyro }) {
      remarks.append(
        "without rotation rates the latency is known to a quarter of the time from sample to sample at best")
    }
    if leftOut > 0 {
      remarks.append("people whose samples could not be fitted, left out: \(leftOut)")
    }
    if unstated > 0 {
      remarks.append("people whose samples never say where the head was, left out: \(unstated)")
    }
    return remarks
  }
}
