@testable import Evaluate
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting

/// A room lamp that is dimmed by a slider. A light sensor reads it late, with a wrong gain and with noise; a pipeline
/// divides by the gain. Internally brightness is a share of the lamp's full brightness; figures and the replay give it
/// in %.
enum LampRig {
  struct Parameters: SimulatorParameters {
    var hold = 2.0
    var move = 0.5
    var latency = 0.1
    var gain = 1.15
    var noise = 0.01
    static let constants: [ParameterConstant<Self>] = [
      ParameterConstant("hand.hold", \.hold, "s", 2...60, .assumed, "from one place of the slider to the next"),
      ParameterConstant("hand.move", \.move, "s", 0.1...0.7, .assumed, "on the way; people differ by a quarter"),
      ParameterConstant("sensor.latency", \.latency, "ms", 0...300, .assumed, "from light to its reading"),
      ParameterConstant("sensor.gain", \.gain, "1", 0.2...5, .assumed, "reading over brightness"),
      ParameterConstant("sensor.noise", \.noise, "1", 0...1, .assumed, "white, SD, share of full brightness"),
    ]
    static let presets: [ParameterPreset<Self>] = [
      ParameterPreset(name: "ideal", parameters: Parameters(latency: 0, gain: 1, noise: 0), defaultPhone: 0),
      ParameterPreset(name: "typical", parameters: Parameters()),
    ]
  }

  enum Task: String, RigScenario {
    case dimming, calibration
    var summary: String { self == .dimming ? "dims as they like" : "moves the slider to places that are asked for" }
    var defaultDuration: Double? { self == .dimming ? 30 : 20 }
    var session: Int { self == .dimming ? 1 : 0 }
  }

  struct Sample: RigSample {
    static let rig = "lamp"
    let (time, participant): (Double, Int)
    var (reading, target, brightness) = (Double.nan, Double.nan, Double.nan)
    init(time: Double, participant: Int) { (self.time, self.participant) = (time, participant) }
    var observation: (time: Double, reading: Double, target: Double) { (time, reading, target) }
    var hasTruth: Bool { !brightness.isNaN }
    mutating func fields(_ list: inout FieldList) {
      list.field("reading", &reading, "share of full brightness, as the sensor has it", .required)
      list.field("target", &target, "share of full brightness that was asked for")
      list.field("truth.brightness", &brightness, "share of full brightness")
    }
    func check() throws(SampleError) {
      if abs(reading) > 100 { throw SampleError("reading", "is \(reading); expected -100 to 100") }
      if target < 0 || target > 1 { throw SampleError("target", "is \(target); expected 0 to 1") }
    }
  }

  struct Person: MeasuredPerson, Codable {
    let participant: Int
    var isFailing = false
    var frames = 0
    var seconds = 0.0
    var error = ErrorSummary()
    static let metrics: [PeopleMetric<Person>] = [
      .mean("brightness.error.mean", "%", label: "Mean error") { $0.error.mean },
      .mean("brightness.error.p95", "%", label: "95th percentile of the error") { $0.error.p95 },
    ]
    mutating func merge(_ other: Person) {
      (frames, seconds) = (frames + other.frames, seconds + other.seconds)
      error.merge(other.error)
    }
  }

  struct Dimmed: Trial {
    let gain: Double
    var person: Person
    var start: Double?
    func finish() -> Person { person }
    mutating func step(_ sample: Sample) -> Double {
      let (shown, first) = (sample.reading / gain, start ?? sample.time)
      (start, person.frames, person.seconds) = (first, person.frames + 1, sample.time - first)
      person.error.add(100 * abs(shown - (sample.hasTruth ? sample.brightness : sample.target)))
      return shown
    }
  }

  /// gain = Σ reading·target / Σ target², over samples from `settling` seconds after a target's onset, because hand and
  /// sensor have settled by then.
  struct Fit: RigFit {
    static let settling = 1.2
    var asked: [Int: (target: Double, since: Double)] = [:]
    var (count, rr, rt, tt) = (0.0, 0.0, 0.0, 0.0)
    mutating func begin(_ setup: Setup, session: Int) { asked = [:] }
    mutating func add(_ seen: Sample.Observation, participant: Int) {
      let (target, since) = asked[participant] ?? (.nan, 0)
      if target != seen.target { asked[participant] = (seen.target, seen.time) }
      if target != seen.target || seen.time - since < Self.settling { return }
      (count, rr) = (count + 1, rr + seen.reading * seen.reading)
      (rt, tt) = (rt + seen.reading * target, tt + target * target)
    }
    func solved() throws -> CalibrationFile.Fit {
      guard count > 10, tt > 0 else { throw RigFitFailure("no target stays for 2 s: give a recording with some") }
      let gain = rt / tt
      return CalibrationFile.Fit(
        parameters: [.init(name: "gain", unit: "1", value: gain, identified: true)], condition: 1,
        stop: "closed form", residualRMS: 100 * (max(rr - gain * rt, 0) / count).squareRoot(), residualUnit: "%")
    }
  }
}

extension LampRig: Rig {
  typealias Engine = @Sendable (Setup) -> Double
  typealias Output = Double
  static let defaultRate = 20.0
  static let rates = 1.0...100
  static func isFailing(_ simulation: RigSimulation<LampRig>, participant: Int) -> Bool { false }

  static func samples(_ simulation: RigSimulation<LampRig>, participant: Int) -> [Sample] {
    var p = simulation.parameters
    p.move *= 0.75 + 0.5 * simulation.personStream(1, participant: participant).uniform(0)
    let places = simulation.stream(0, participant: participant)
    let noise = simulation.stream(128, participant: participant)
    // A new goal every `hold` seconds, and a linear path to it; the lamp is off before the first.
    func goal(_ number: Double) -> Double { number < 0 ? 0 : places.uniform(UInt64(number)) }
    func place(at time: Double) -> Double {
      let number = (time / p.hold).rounded(.down)
      return goal(number - 1) + (goal(number) - goal(number - 1)) * min((time - number * p.hold) / p.move, 1)
    }
    return (0..<Int((simulation.seconds ?? 0) * simulation.rate)).map { index in
      let time = Double(index) / simulation.rate
      var sample = Sample(time: time, participant: participant)
      sample.brightness = place(at: time)
      sample.reading = p.gain * place(at: time - p.latency) + p.noise * noise.normal(UInt64(index))
      if simulation.scenario == .calibration { sample.target = goal((time / p.hold).rounded(.down)) }
      return sample
    }
  }

  static let facts = RigFacts<LampRig>(
    summary: "A room lamp that is dimmed by a slider.", scenarios: [.dimming], calibrationScenario: .calibration,
    truth: "the lamp's true brightness", standIn: "the brightness that was asked for",
    settings: [RigSetting("gain", "1", 1, 0.2...5, .assumed, "a sensor that is right")],
    limits: [AccuracyGate(metric: "brightness.error.mean", limit: 12, direction: .max)],
    headlines: ["brightness.error.mean"])
  static let pipelines: [Pipeline<LampRig>] = [
    Pipeline("raw", "the reading", source: "this project", kind: .own, settings: [], engine: { _ in 1 }),
    Pipeline("standard", "the reading over the gain", source: "this project", kind: .own, engine: { $0["gain"] }),
  ]

  static func trial(_ pipeline: Pipeline<LampRig>, _ setup: Setup, participant: Int) -> AnyTrial {
    Dimmed(gain: pipeline.engine(setup), person: Person(participant: participant))
  }

  static func fit(_ setup: Setup) -> Fit { Fit() }
  static func check(_ setup: Setup) throws {}
  static func page(_ report: Report<LampRig>) -> RigPage { RigPage(pictures: []) }
  static func replayed(_ p: Double) -> [(name: String, unit: String, value: Double)] { [("light", "%", 100 * p)] }
}
