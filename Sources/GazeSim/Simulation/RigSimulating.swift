public import GazeRecording

/// A simulated recording to be made, of whatever rig: which phone, which people, what they do, how the sensor errs.
///
/// What all rigs have in common stands in the extension: constants set by hand, the numbers in force, lengths, checks.
public protocol RigSimulating: Sendable {
  associatedtype Parameters: SimulatorParameters
  associatedtype Task: RigScenario
  associatedtype Sample: Sendable
  associatedtype Frames: Sequence<Sample>

  /// The device.
  var device: NominalPhone { get set }
  /// The task.
  var scenario: Task { get set }
  /// How the sensor errs.
  var preset: ParameterPreset<Parameters> { get set }
  /// Constants that differ from the preset's and the scenario's, by key, in the constants' units; `set(_:_:)` checks.
  var settings: [String: Double] { get }
  /// Draws people, behaviour and noise.
  var seed: UInt64 { get set }
  /// Draws the phone's true geometry; 0 is the nominal one.
  var phone: UInt64 { get set }
  /// Draws the sensor's own noise again; people, behaviour and truth stay what they are, bit for bit. 0 is the seed's own.
  var noise: UInt64 { get set }
  /// How many people.
  var participants: Int { get set }
  /// Seconds for each; nil is the scenario's own.
  var duration: Double? { get set }
  /// Samples a second.
  var rate: Double { get set }

  /// What rates a sensor of this rig may have.
  static var rates: ClosedRange<Double> { get }

  /// A simulation; a phone of nil is the preset's.
  init(
    device: NominalPhone, scenario: Task, preset: ParameterPreset<Parameters>, seed: UInt64, phone: UInt64?,
    participants: Int, duration: Double?, rate: Double)

  /// The recording's first line.
  var header: RecordingHeader { get }
  /// One participant's samples, in the order of time.
  func frames(participant: Int) -> Frames
  /// Refuses what makes no sense.
  func validate() throws(SimulationError)
  /// Takes over a checked setting.
  mutating func keep(_ key: String, _ value: Double)
}

extension RigSimulating {
  /// Sets a constant, in its unit.
  ///
  /// - Throws: `UnknownName` for a key that does not exist, `SimulationError.value` outside the constant's range.
  public mutating func set(_ key: String, _ value: Double) throws {
    var trial = Parameters()
    try ParameterConstant<Parameters>.named(key).set(value, in: &trial)
    keep(key, value)
  }

  /// Every number in force: the preset's, then the scenario's place, then what was set by hand.
  public var parameters: Parameters {
    var parameters = preset.parameters
    for (key, value) in scenario.setting + settings.map({ ($0.key, $0.value) }) {
      // Both were checked: the scenarios' by a test, the others when they were set.
      try? ParameterConstant<Parameters>.named(key).set(value, in: &parameters)
    }
    return parameters
  }

  /// Seconds for each person; nil runs to the script's end.
  public var seconds: Double? { duration ?? scenario.defaultDuration }

  /// Refuses what makes no sense in any rig.
  public func validate() throws(SimulationError) { try checkCommon() }

  /// Refuses what makes no sense in any rig.
  public func checkCommon() throws(SimulationError) {
    let rates = Self.rates
    guard rate.isFinite, rates.contains(rate) else {
      throw .argument(
        "rate = \(rate): expected \(Int(rates.lowerBound)) to \(Int(rates.upperBound)) frames a second")
    }
    guard participants >= 1, participants <= 100_000 else {
      throw .argument("participants = \(participants): expected 1 to 100000")
    }
    if let duration {
      guard duration.isFinite, duration > 0, duration <= 864_000 else {
        throw .argument("duration = \(duration): expected more than 0 and at most 864000 seconds")
      }
    }
  }
}
