import ArgumentParser
import Documents
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

struct ScenariosCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenarios", abstract: "What simulated people can do, and where each constant comes from.")

  @Argument(help: "A scenario. Default: all scenarios.", completion: Completions.scenarios)
  var name: String?

  @Flag(help: "List every constant in force: key, value, unit, provenance, source.")
  var provenance = false

  @OptionGroup var simulation: SimulationOptions
  @OptionGroup var console: OutputOptions

  @Option(help: "The system: \(Rigs.names).", completion: Completions.rigs)
  var rig = "gaze"

  func run() throws { try list(try Rigs.named(rig)) }

  /// Lists the scenarios of a rig, and on request its current constants.
  func list<R: Rig>(_: R.Type) throws {
    let scenarios = try name.map { [try R.Task.named($0)] } ?? Array(R.Task.allCases)
    // Without --provenance the options are checked all the same.
    let inForce = try constantsInForce(R.self, scenarios.count == 1 ? scenarios[0] : nil)
    let constants = provenance ? inForce : nil
    if !provenance {
      console.remarkIgnored(CalibrateCommand.simulated + ["split"], since: "only --provenance shows constants")
    }
    let fields: JSONFields = [
      "scenarios": scenarios.map { scenario -> JSONFields in
        [
          "name": scenario.rawValue, "seconds": scenario.defaultDuration, "session": scenario.session,
          "summary": scenario.summary,
        ]
      }, "constants": constants,
    ]
    try console.print(fields, Self.document(scenarios, constants ?? []))
  }

  private static func document(_ scenarios: [some RigScenario], _ constants: [ConstantEntry]) -> Document {
    var table = Table(["scenario", "seconds", "session", "what"])
    for scenario in scenarios {
      let seconds = scenario.defaultDuration.map { NumberText.fixed($0, 0) } ?? "own"
      table.add([scenario.rawValue, seconds, "\(scenario.session)", scenario.summary])
    }
    var list = Table(["constant", "value", "unit", "provenance", "source"])
    for c in constants { list.add([c.key, NumberText.fixed(c.value, 4), c.unit, c.provenance, c.source]) }
    var document = Document()
    document.addDetail(table)
    document.addDetail(list)
    return document
  }

  private func constantsInForce<R: Rig>(
    _: R.Type, _ scenario: R.Task?
  ) throws -> [ConstantEntry] {
    // The constants do not depend on the device. Without a scenario, the constants are those of a scenario that changes
    // no constant.
    let nominal = NominalPhone(try DeviceOptions.standard())
    let plain = R.Task.allCases.first { $0.setting.isEmpty } ?? Array(R.Task.allCases)[0]
    let simulation: RigSimulation<R> = try self.simulation.simulation(nominal, scenario ?? plain, participants: 1)
    let parameters = simulation.parameters
    return R.Parameters.constants.map { constant in
      let (origin, sweep) = (simulation.origin(of: constant), constant.sweep(in: parameters))
      return ConstantEntry(
        key: constant.key, value: constant.value(in: parameters), unit: constant.unit,
        range: [constant.range.lowerBound, constant.range.upperBound], sweep: [sweep.lowerBound, sweep.upperBound],
        provenance: origin.provenance.rawValue, source: origin.source)
    }
  }
}

private struct ConstantEntry: Encodable {
  let key: String
  let value: Double
  let unit: String
  let range: [Double]
  let sweep: [Double]
  let provenance: String
  let source: String
}
