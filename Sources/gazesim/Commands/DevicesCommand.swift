import ArgumentParser
import Documents
import Evaluate
import GazePipeline
import GazeRecording
import Profiles

struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "Known devices: screen, camera, and where each number comes from.")

  @Argument(help: "A device. Default: all devices.", completion: Completions.devices)
  var id: String?

  @Option(help: "A profile file of your own.", completion: Completions.json)
  var profile: String?

  @OptionGroup var console: OutputOptions

  func run() throws {
    let library = try DeviceOptions.library(file: profile)
    if let id {
      let device = try library.profile(id: id)
      return try console.print(device, Self.sheet(device))
    }
    try console.print(library.profiles, Self.list(library.summaries))
  }

  private static func list(_ devices: [DeviceSummary]) -> Document {
    var table = Table(["device", "name", "points", "screen mm", "camera mm", "sigma mm", "camera is"])
    for p in devices {
      table.add([
        p.id, p.name, "\(Int(p.points.width)) x \(Int(p.points.height))",
        "\(mm(p.screen.width.value)) x \(mm(p.screen.height.value))",
        "\(mm(p.camera.x.value)), \(mm(p.camera.y.value))", "\(mm(p.camera.x.sigma)), \(mm(p.camera.y.sigma))",
        p.camera.x.provenance.rawValue,
      ])
    }
    var document = Document()
    document.addDetail(table)
    return document
  }

  private static func mm(_ metres: Double) -> String { NumberText.fixed(metres * 1000, 2) }

  private static func sheet(_ p: DeviceProfile) -> Document {
    var table = Table(["number", "value", "sigma", "unit", "provenance", "source"])
    for (name, length) in [
      ("screen width", p.screen.width), ("screen height", p.screen.height), ("camera x", p.camera.x),
      ("camera y", p.camera.y),
    ] {
      table.add([name, mm(length.value), mm(length.sigma), "mm", length.provenance.rawValue, length.source])
    }
    let (t, s) = (p.trigger.settings, p.smoothing.settings)
    for (name, value, unit) in [
      ("edge zone", t.edgeZone, "1"), ("edge dwell", t.edgeDwell, "s"), ("off-screen zone", t.offScreenZone, "1"),
      ("off-screen dwell", t.offScreenDwell, "s"), ("hysteresis", t.hysteresis, "1"), ("release", t.release, "s"),
      ("cooldown", t.cooldown, "s"), ("scroll speed", t.speed, "pt/s"), ("hold limit", t.holdLimit, "s"),
      ("blink threshold", t.blinkThreshold, "1"),
    ] {
      table.add([name, NumberText.fixed(value, 2), "-", unit, p.trigger.provenance.rawValue, p.trigger.source])
    }
    for (name, value, unit) in [
      ("1€ min cutoff", s.minCutoff, "Hz"), ("1€ beta", s.beta, "1/pt"),
      ("1€ derivative cutoff", s.derivativeCutoff, "Hz"),
    ] {
      table.add([name, NumberText.fixed(value, 4), "-", unit, p.smoothing.provenance.rawValue, p.smoothing.source])
    }
    var document = Document(
      """
      \(p.name) (\(p.id)): \(Int(p.points.width)) x \(Int(p.points.height)) points, \
      \(Int(p.panel.width)) x \(Int(p.panel.height)) pixels, \(Int(p.panel.ppi)) ppi; \
      \(p.modelIdentifiers.joined(separator: ", "))
      """)
    document.addDetail(
      "camera: centre of the TrueDepth camera from the screen's top-left corner, x right, y down")
    document.addDetail(table)
    if let gates = p.gates {
      document.addDetail(heading: "gates (\(gates.note)):")
      for gate in gates.limits {
        document.addNote("\(gate.metric) \(gate.direction == .max ? "<=" : ">=") \(NumberText.fixed(gate.limit, 3))")
      }
    }
    let bridge = PublishedConstantsComparison(p)
    document.addDetail(heading: "constants of published apps, in metres on this device")
    for sentence in bridge.sentences { document.addNote(sentence) }
    document.addDetail(bridge.table)
    return document
  }
}
