import GazePipeline
import GazeRecording
package import GazeSimulation

/// Everything that determines the people and what they do, in readable text: the device, the phone, the scenarios, the
/// tracker's errors, and the simulator itself. Two evaluations may be compared person by person if these are equal.
///
/// The conditions include neither the subject of a gate (pipeline, calibration, smoothing, trigger) nor the number of
/// people nor the noise that `Simulation.noise` selects.
package struct ScenarioConditions: Equatable {
  /// Values of the conditions, by name.
  package let fields: [String: String]

  /// Conditions that a file states.
  package init(fields: [String: String]) { self.fields = fields }

  /// The conditions of one scenario of a gaze simulation in an app's own test.
  package init(_ simulation: Simulation) {
    var fields = Self.common(
      simulation, scenarios: [simulation.scenario], tasks: [simulation], loop: simulation.loop,
      stream: Self.stream([simulation]))
    fields["page"] = Self.page(simulation)
    self.fields = fields
  }

  /// Fields that are common to simulations of all rigs. Their names are keys of a baseline's file and part of its hash:
  /// with another name every existing baseline is refused. Evaluate adds further fields.
  ///
  /// - Parameters:
  ///   - tasks: the simulations of the scenarios, whose constants are part of the conditions.
  ///   - stream: a digest of the simulator's samples of the first person.
  package static func common<R: SimulatedRig>(
    _ simulation: RigSimulation<R>, scenarios: [R.Task], tasks: [RigSimulation<R>], loop: String, stream: String
  ) -> [String: String] {
    var parameters = ScenarioDigest()
    for task in tasks {
      let values = task.parameters
      for constant in ParameterConstant<R.Parameters>.all {
        parameters.add(constant.key)
        parameters.add("\(constant.value(in: values))")
      }
    }
    return [
      "device": simulation.device.id,
      "screen": text(simulation.device),
      "phone": "\(simulation.phone)",
      "scenarios": scenarios.map(\.rawValue).joined(separator: "+"),
      "preset": simulation.preset.name,
      "settings": simulation.settings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        .joined(separator: ", "),
      "parameters": parameters.text,
      "seed": "\(simulation.seed)",
      "rate": "\(simulation.rate)",
      "duration": simulation.duration.map { "\($0)" } ?? "the scenarios' own",
      "loop": loop,
      "simulator": stream,
    ]
  }

  /// `fnv1a64:` followed by the digest of all fields.
  package var hash: String {
    var digest = ScenarioDigest()
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      digest.add(name)
      digest.add(value)
    }
    return "fnv1a64:" + digest.text
  }

  /// The fields that differ, each with both values.
  package func differences(from other: ScenarioConditions) -> [String] {
    // Baselines without a field `page` were made when everybody read one page.
    var (own, others) = (fields, other.fields)
    own["page"] = own["page"] ?? Self.onePage
    others["page"] = others["page"] ?? Self.onePage
    var names = Set(own.keys).union(others.keys).filter { own[$0] != others[$0] }
    // The constant that gives each person a page is one of `parameters`.
    if names.contains("page") { names.remove("parameters") }
    // `recentre` and `trigger` are fields that Evaluate adds. Causes are named without their consequences: another
    // preset, setting, scenario, recentring or trigger can also change `parameters`, and most differences also change
    // `simulator`, the digest of the frames.
    if !names.isDisjoint(with: ["preset", "settings", "scenarios", "recentre", "trigger"]) {
      names.remove("parameters")
    }
    if names.count > 1 { names.remove("simulator") }
    return names.sorted().map { name in
      let (own, others) = (own[name], others[name])
      func text(_ value: String?) -> String {
        value.map { TerminalText.line($0.prefix(120)) }.map { $0.isEmpty ? "none" : $0 } ?? "missing"
      }
      switch name {
      case "simulator": return "simulator (the same settings now give different frames)"
      case "parameters": return "parameters (a constant's value differs)"
      case "page": return "page (\(text(own)) in the baseline, \(text(others)) now)"
      default: return "\(name) (\(text(own)) in the baseline, \(text(others)) now)"
      }
    }
  }

  /// The people who share a page in a simulation of gaze.
  package static func page(_ simulation: Simulation) -> String {
    simulation.hasSharedPage ? onePage : "one for each person"
  }

  private static let onePage = "one for all people"

  private static func text(_ phone: NominalPhone) -> String {
    let g = phone.geometry
    let numbers = [
      g.points.x, g.points.y, g.metres.x, g.metres.y, g.camera.x, g.camera.y, g.tilt.x, g.tilt.y, g.depth,
      phone.sizeSigma.x, phone.sizeSigma.y, phone.cameraSigma.x, phone.cameraSigma.y,
    ]
    return numbers.map { "\($0)" }.joined(separator: " ")
  }

  /// A digest of the simulator's frames of the first person, so that a change of the simulator's code counts as a
  /// difference. It covers up to 600 frames of each take, every eighth frame.
  package static func stream(_ takes: [Simulation]) -> String {
    var digest = ScenarioDigest()
    for take in takes {
      var simulation = take
      (simulation.loop, simulation.noise) = ("open", 0)
      for (index, frame) in simulation.frames(participant: 0).prefix(8 * 600).enumerated() where index % 8 == 0 {
        let seen = frame.observation.frame
        digest.add(rounded: seen.time)
        digest.add(seen.isTracked ? 1 : 0)
        for matrix in [seen.face, seen.leftEye, seen.rightEye] {
          let c = matrix.columns
          for column in [c.0, c.1, c.2, c.3] {
            for place in 0..<3 { digest.add(rounded: Double(column[place])) }
          }
        }
        if let gaze = frame.truth?.gaze {
          digest.add(rounded: gaze.x)
          digest.add(rounded: gaze.y)
        }
        digest.add(frame.observation.intent?.rawValue ?? "")
      }
    }
    return digest.text
  }
}

/// A digest of texts and numbers in sequence, `FNV1a` in 64 bits; it is the same on every machine.
package struct ScenarioDigest {
  private var state = FNV1a.empty

  /// A digest of nothing.
  package init() {}

  package mutating func add(_ text: String) {
    state = FNV1a.hash(text.utf8, after: state)
    // A zero byte separates texts, so that "ab", "c" differs from "a", "bc".
    state = FNV1a.hash(CollectionOfOne(0), after: state)
  }

  package mutating func add(_ number: Int64) {
    withUnsafeBytes(of: number.littleEndian) { state = FNV1a.hash($0, after: state) }
  }

  /// Adds a number rounded to a hundred-thousandth, since the last bits of computed numbers differ between platforms
  /// and must not change the digest.
  package mutating func add(rounded number: Double) {
    let scaled = (number * 1e5).rounded()
    add(abs(scaled) < 9e18 ? Int64(scaled) : .min)
  }

  /// Sixteen hexadecimal digits.
  package var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
