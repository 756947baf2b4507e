import GazeRecording
import Testing

@testable import GazeSimulation

/// Rules for the constants, scenarios and samples of every rig.
struct EveryRigTests {
  @Test("every constant has a key, a source, and a range holding all presets")
  func constants() {
    func check<P: SimulatorParameters>(_: P.Type) {
      #expect(Set(P.constants.map(\.key)).count == P.constants.count)
      for constant in P.constants {
        #expect(!constant.source.isEmpty)
        for preset in P.presets {
          #expect(constant.range.contains(constant.value(in: preset.parameters)), "\(preset.name): \(constant.key)")
        }
      }
    }
    check(SimulationParameters.self)
    check(HeadParameters.self)
    check(BodyParameters.self)
    check(DragParameters.self)
  }

  @Test("the rows of constants are in the order in which the parameters declare their numbers")
  func order() {
    func check<P: SimulatorParameters>(_: P.Type) {
      let fields = Swift.Mirror(reflecting: P()).children.flatMap { group in
        Swift.Mirror(reflecting: group.value).children.map { (group: group.label ?? "", name: $0.label ?? "") }
      }
      #expect(fields.count == P.constants.count)
      for (field, constant) in zip(fields, P.constants) {
        let name = String(constant.key.drop { $0 != "." }.dropFirst())
        #expect(name == field.group || name.lowercased().hasSuffix(field.name.lowercased()), "\(constant.key) \(field)")
      }
    }
    check(SimulationParameters.self)
    check(HeadParameters.self)
    check(BodyParameters.self)
    check(DragParameters.self)
  }

  private func samples<R: SimulatedRig>(
    _: R.Type, _ scenario: R.Task, participant: Int = 0, seed: UInt64 = 1, rate: Double = R.defaultRate,
    _ settings: [String: Double] = [:]
  ) throws -> [R.Sample] {
    var simulation = RigSimulation<R>(
      device: mini, scenario: scenario, preset: try .named("typical"), seed: seed, participants: 2, duration: 20,
      rate: rate)
    for (key, value) in settings { try simulation.set(key, value) }
    return Array(simulation.frames(participant: participant))
  }

  @Test("the seed determines the samples, as does the person; scenarios set constants")
  func determinism() throws {
    func check<R: SimulatedRig>(_ rig: R.Type) throws {
      for scenario in R.Task.allCases {
        let all = try samples(rig, scenario)
        #expect(try all == samples(rig, scenario))
        #expect(try all != samples(rig, scenario, seed: 2) && all != samples(rig, scenario, participant: 1))
        for (key, value) in scenario.setting {
          var parameters = R.Parameters()
          try ParameterConstant<R.Parameters>.named(key).set(value, in: &parameters)
        }
        #expect(!scenario.summary.isEmpty)
      }
      #expect(throws: UnknownNameError.self) { try R.Task.named("dancing") }
    }
    try check(GazeRig.self)
    try check(HeadRig.self)
    try check(BodyRig.self)
    try check(DragRig.self)
  }

  @Test("the truth is the same at half the rate and at twice the rate")
  func rates() throws {
    func check<R: SimulatedRig, Truth: Equatable>(
      _ rig: R.Type, _ settings: [String: Double] = [:], truth: (R.Sample) -> Truth
    ) throws {
      for scenario in R.Task.allCases {
        for slower in [R.defaultRate / 2, R.defaultRate] {
          let slow = try samples(rig, scenario, rate: slower, settings)
          let fast = try samples(rig, scenario, rate: 2 * slower, settings)
          // A script may end between two samples of the slower rate.
          try #require(slow.count >= 250 && (2 * slow.count - 1...2 * slow.count).contains(fast.count))
          let others = stride(from: 0, to: fast.count, by: 2).map { fast[$0] }
          #expect(slow.map(\.time) == others.map(\.time), "\(rig) \(scenario)")
          #expect(slow.map(truth) == others.map(truth), "\(rig) \(scenario)")
        }
      }
    }
    try check(GazeRig.self, ["tracker.dropped": 0], truth: \.truth)
    try check(HeadRig.self, ["sensor.jitter": 0], truth: \.truth)
    try check(BodyRig.self, truth: \.truth)
    try check(DragRig.self, truth: \.truth)
  }
}
