@testable import Evaluate
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting

/// A fifth rig, as small as possible: a dial that is turned, a sensor with an offset and noise, and a pipeline that
/// subtracts the offset. It is used to test everything that the rigs share.
enum DialRig {
  struct Parameters: SimulatorParameters {
    var offset = 5.0
    var noise = 1.0
    var failingShare = 0.0
    var scale = 1.0

    static let constants: [ParameterConstant<Self>] = [
      ParameterConstant("dial.offset", \.offset, "1", -20...20, .assumed, "of the sensor"),
      ParameterConstant("dial.noise", \.noise, "1", 0...20, .assumed, "white, SD"),
      ParameterConstant("dial.failingShare", \.failingShare, "1", 0...1, .assumed, "whose dial is stuck"),
      ParameterConstant("dial.scale", \.scale, "1", 0...10, .assumed, "of the dial; 0: no scale"),
    ]
    static let presets: [ParameterPreset<Self>] = [
      ParameterPreset(name: "ideal", parameters: Parameters(offset: 0, noise: 0), defaultPhone: 0),
      ParameterPreset(name: "typical", parameters: Parameters()),
    ]
  }

  enum Task: String, RigScenario {
    case turning, calibration
    var summary: String { self == .turning ? "turns about" : "is at known places" }
    var defaultDuration: Double? { self == .turning ? 10 : 4 }
    var session: Int { self == .turning ? 1 : 0 }
  }

  struct Sample: RigSample {
    static let rig = "dial"
    let (time, participant): (Double, Int)
    var (reading, target, place) = (Double.nan, Double.nan, Double.nan)
    init(time: Double, participant: Int) { (self.time, self.participant) = (time, participant) }
    var observation: (reading: Double, target: Double) { (reading, target) }
    var hasTruth: Bool { !place.isNaN }

    mutating func fields(_ list: inout FieldList) {
      list.field("reading", &reading, "as the sensor has it", .required)
      list.field("target", &target, "where it should be")
      list.field("truth.place", &place, "where it is")
    }

    func check() throws(SampleError) {
      if abs(reading) > 1000 { throw SampleError("reading", "is \(reading); expected -1000 to 1000") }
    }
  }

  struct Person: MeasuredPerson, Codable {
    let participant: Int
    var isFailing = false
    var frames = 0
    var seconds = 0.0
    var error = ErrorSummary()
    static let metrics: [PeopleMetric<Person>] = [
      .mean("place.error.mean", "1", label: "Mean error") { $0.error.mean },
      .mean("place.error.p95", "1") { $0.error.p95 },
    ]

    mutating func merge(_ other: Person) {
      (frames, seconds) = (frames + other.frames, seconds + other.seconds)
      error.merge(other.error)
    }
  }

  struct Turns: Trial {
    let offset: Double
    var person: Person
    var start: Double?
    func finish() -> Person { person }
    mutating func step(_ sample: Sample) -> Double {
      let (shown, first) = (sample.reading - offset, start ?? sample.time)
      (start, person.frames, person.seconds) = (first, person.frames + 1, sample.time - first)
      if sample.hasTruth { person.error.add(abs(shown - sample.place)) }
      return shown
    }
  }

  struct Fit: RigFit {
    var (sum, count, recordings) = (0.0, 0, 0)
    mutating func begin(_ setup: Setup, session: Int) { recordings += 1 }
    mutating func add(_ observation: Sample.Observation, participant: Int) {
      if !observation.target.isNaN { (sum, count) = (sum + observation.reading - observation.target, count + 1) }
    }

    func solved() throws -> CalibrationFile.Fit {
      if count <= 10 { throw RigFitFailure("no targets: give a recording with some") }
      return .dial([.dial("offset", sum / Double(count))], remarks: ["recordings begun: \(recordings)"])
    }
  }
}

extension DialRig: Rig {
  typealias Engine = @Sendable (Setup) -> Double
  typealias Output = Double
  static let defaultRate = 20.0
  static let rates = 1.0...100

  static func samples(_ simulation: RigSimulation<DialRig>, participant: Int) -> [Sample] {
    let p = simulation.parameters
    let noise = simulation.stream(128, participant: participant)
    let places = simulation.stream(0, participant: participant)
    return (0..<Int((simulation.seconds ?? 0) * simulation.rate)).map { index in
      let time = Double(index) / simulation.rate
      let place = 90 * places.uniform(UInt64(time))
      var sample = Sample(time: time, participant: participant)
      (sample.place, sample.reading) = (place, place + p.offset + p.noise * noise.normal(UInt64(index)))
      if simulation.scenario == .calibration { sample.target = place }
      return sample
    }
  }

  static func constants(_ s: RigSimulation<Self>) -> [String: Double] { ["scale": s.parameters.scale] }

  static func isFailing(_ simulation: RigSimulation<DialRig>, participant: Int) -> Bool {
    simulation.personStream(1, participant: participant).uniform(0) < simulation.parameters.failingShare
  }

  static let facts = RigFacts<DialRig>(
    summary: "A dial that is turned.", scenarios: [.turning], calibrationScenario: .calibration,
    truth: "the simulator's true place",
    settings: [RigSetting("offset", "1", 0, -50...50, .assumed, "not known beforehand")],
    limits: [.most("place.error.mean", 8)], headlines: ["place.error.mean"])
  static let pipelines: [Pipeline<DialRig>] = [
    Pipeline(
      "raw", "the reading", source: "an <article>", kind: .article, assumptions: ["none & nothing"], settings: [],
      engine: { _ in 0 }),
    Pipeline(
      "standard", "the reading less the offset", source: "this project", kind: .project, engine: { $0["offset"] }),
  ]

  static func check(_ setup: Setup) throws {
    if setup.header.constants["scale"] == 0 { throw RigFitFailure("scale = 0: a dial needs one; expected more than 0") }
  }

  static func trial(_ pipeline: Pipeline<DialRig>, _ setup: Setup, participant: Int) -> AnyTrial {
    Turns(offset: pipeline.engine(setup), person: Person(participant: participant))
  }

  static func fit(_ setup: Setup) -> Fit { Fit() }
  static func findings(
    _ people: Cohort<DialRig>, _ estimates: [String: PeopleEstimate], _ subject: ReportSubject
  ) -> PlainFindings {
    PlainFindings(people, estimates, subject, remarks: ["The <offset> is as set."])
  }
  static func page(_ report: Report<DialRig>) -> RigPage { RigPage(pictures: ["<p>a dial</p>"]) }
  static func replayed(_ shown: Double) -> [(name: String, unit: String, value: Double)] { [("place", "1", shown)] }
}

extension CalibrationFile {
  /// A calibration of the dial of the 12 mini.
  static func dial(_ parameters: [Parameter]) -> CalibrationFile {
    CalibrationFile(
      device: "iphone12mini", rig: "dial", provenance: .recorded, fittedTo: "a test", fit: .dial(parameters))
  }
}

extension CalibrationFile.Fit {
  static func dial(_ parameters: [CalibrationFile.Parameter], remarks: [String]? = nil) -> Self {
    Self(
      parameters: parameters, condition: 1, stop: "closed form", residualRMS: 1, residualUnit: "1", remarks: remarks)
  }
}

extension CalibrationFile.Parameter {
  static func dial(_ name: String, _ value: Double, _ unit: String = "1", participant: Int? = nil) -> Self {
    Self(name: name, participant: participant, unit: unit, value: value, identified: true)
  }
}

extension [String: DeviceProfile.RigSection] {
  /// Settings of the dial.
  static func dial(_ numbers: [(name: String, value: Double, unit: String)]) -> Self {
    [
      "dial": DeviceProfile.RigSection(
        settings: numbers.map {
          .init(name: $0.name, value: $0.value, unit: $0.unit, provenance: .assumed, source: "a test")
        })
    ]
  }
}
